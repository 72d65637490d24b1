package dev.punctual.benchmarks;

import org.jspecify.annotations.Nullable;

/** A reason to stop that the user should read as it is: one sentence, without a stack trace. */
final class BenchFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private BenchFailure(int exitCode, String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
        this.exitCode = exitCode;
    }

    /** The command line, or a value in it, is wrong. */
    static BenchFailure usage(String sentence) {
        return new BenchFailure(ExitCode.USAGE, sentence, null);
    }

    /** The store or its server cannot be reached or does not do its work. */
    static BenchFailure trouble(String sentence, @Nullable Throwable cause) {
        return new BenchFailure(ExitCode.TROUBLE, sentence, cause);
    }

    int exitCode() {
        return exitCode;
    }
}
