package dev.punctual.benchmarks;

/** Finds the place that a URL of a store means. */
final class StorePlaces {

    private StorePlaces() {}

    /**
     * Prepares the place for stores of this URL.
     *
     * @throws BenchFailure if it cannot be had
     */
    static StorePlace of(String url) {
        if (url.startsWith(RocksPlace.SCHEME)) {
            if (url.length() == RocksPlace.SCHEME.length()) {
                throw BenchFailure.usage("--store: rocksdb needs a directory after the colon, was " + url
                        + "; for example rocksdb:./bench-data");
            }
            return new RocksPlace(url);
        }
        if (url.startsWith("jdbc:") || url.equals(SqlPlace.POSTGRESQL) || url.equals(SqlPlace.MARIADB)) {
            return SqlPlace.of(url);
        }
        return new HeapPlace(url);
    }
}
