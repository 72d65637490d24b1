package dev.punctual.server;

/** A setting is not acceptable; the message is one sentence for the person who starts the server. */
final class SettingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param setting the setting at fault, as its flag is called without dashes
     * @param problem what is wrong, as the end of a sentence that begins with the flag
     */
    SettingException(String setting, String problem) {
        super("--" + setting + " " + problem);
    }

    SettingException(String sentence) {
        super(sentence);
    }
}
