package dev.punctual.cli;

import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Puts what is wrong with a command line into one sentence that begins with the option. Thread-safe. */
final class UsageErrors {

    private UsageErrors() {}

    static String sentence(ParameterException wrong) {
        String message = String.valueOf(wrong.getMessage());
        boolean atRoot = wrong.getCommandLine().getParent() == null;
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            return atRoot ? noCommand(unmatched.getUnmatched().get(0)) : message + ".";
        }
        if (wrong instanceof MissingParameterException) {
            return message.contains("--in=")
                    ? "--in or --at is missing: when is the task due?"
                            + " For example --in 30m, or --at 2026-12-01T09:00:00Z."
                    : message + ".";
        }
        if (message.contains("mutually exclusive")) {
            return message.replaceFirst("^Error: ", "").replaceFirst(" are mutually.*", "")
                    + " do not go together; give one of them.";
        }
        if (message.startsWith("Value for option option '--header'")) {
            return "--header: must be written as KEY=VALUE; for example --header tenant=acme.";
        }
        return message.replaceFirst("^Invalid value for option '(--[a-z-]+)': ", "$1: ") + ".";
    }

    private static String noCommand(String first) {
        return first.startsWith("-")
                ? "options stand behind the command, and " + first + " stands before it; for example"
                        + " ./punctual list --json."
                : "there is no command " + first + ".";
    }
}
