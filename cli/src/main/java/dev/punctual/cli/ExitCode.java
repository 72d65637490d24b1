package dev.punctual.cli;

/** The exit codes, documented in the help of every command. */
final class ExitCode {

    /** All went well. */
    static final int OK = 0;
    /** The server understood and the answer is no: not found, running, finished, not dead. */
    static final int NO = 1;
    /** The command line, or a value in it, is wrong. */
    static final int USAGE = 2;
    /** The server cannot be reached, or it is there and cannot do its work. */
    static final int UNREACHABLE = 3;

    private ExitCode() {}
}
