package dev.punctual.benchmarks;

/** A database server that was started for a benchmark. Closing it ends it and removes its files. */
interface OwnServer extends AutoCloseable {

    /** Nothing was started: the user named a server. */
    OwnServer NONE = new OwnServer() {
        @Override
        public String url() {
            throw new IllegalStateException("no server was started");
        }

        @Override
        public void close() {
            // It is not ours to end.
        }
    };

    /** Returns a JDBC URL of it. */
    String url();

    @Override
    void close();
}
