package dev.punctual.server;

import dev.punctual.StoreException;
import java.net.BindException;
import org.springframework.boot.tomcat.ConnectorStartFailedException;
import org.springframework.boot.web.server.PortInUseException;

/** Says in one sentence why the server did not start. Thread-safe. */
final class StartFailure {

    private StartFailure() {}

    /** Returns the sentence; the first cause that is meant for people decides. */
    static String sentence(Throwable failure) {
        Throwable last = failure;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SettingException || cause instanceof StoreException) {
                return String.valueOf(cause.getMessage());
            }
            if (cause instanceof PortInUseException e) {
                return portInUse(e.getPort());
            }
            if (cause instanceof ConnectorStartFailedException e) {
                return portInUse(e.getPort());
            }
            if (cause instanceof BindException) {
                return "The address cannot be listened on: " + cause.getMessage() + ".";
            }
            last = cause;
        }
        return "The server cannot start: " + last.getClass().getSimpleName() + ": "
                + Words.clean(String.valueOf(last.getMessage()), 500);
    }

    /** Returns whether a setting is wrong, rather than something the server met. */
    static boolean ofSetting(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SettingException) {
                return true;
            }
        }
        return false;
    }

    private static String portInUse(int port) {
        return "Port " + port
                + " is in use; stop what listens there, or choose another one with --port (0 takes any free"
                + " port).";
    }
}
