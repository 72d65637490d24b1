package dev.punctual.benchmarks;

/** The exit codes, documented in the help of every command. */
final class ExitCode {

    /** All was measured. */
    static final int OK = 0;
    /** Punctual broke a promise: a task ran early, or did not run. */
    static final int BROKEN = 1;
    /** The command line, or a value in it, is wrong. */
    static final int USAGE = 2;
    /** A store or its server cannot be reached, or something could not be measured. */
    static final int TROUBLE = 3;

    private ExitCode() {}
}
