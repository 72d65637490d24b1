package dev.punctual.cli;

import dev.punctual.httpapi.ApiJson;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code punctual version}. */
@Command(name = "version", description = "Prints the version.")
final class VersionCommand implements Callable<Integer> {

    private final Shell shell;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    VersionCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        shell.out().println(json ? ApiJson.write(Map.of("version", number())) : text());
        return ExitCode.OK;
    }

    static String text() {
        return "punctual " + number() + " (Java " + Runtime.version() + ")";
    }

    /** The version is written into the jar; classes outside a jar have none. */
    private static String number() {
        String version = VersionCommand.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }
}
