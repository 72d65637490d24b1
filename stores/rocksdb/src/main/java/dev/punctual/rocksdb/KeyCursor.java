package dev.punctual.rocksdb;

import dev.punctual.embedded.IndexCursor;
import dev.punctual.embedded.IndexEntry;
import java.util.HexFormat;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A cursor over the keys of a scan; a key that this build cannot read is passed over. Not thread-safe. */
final class KeyCursor implements IndexCursor {

    private static final Logger LOG = LoggerFactory.getLogger(KeyCursor.class);

    private final KeyScan scan;
    private final Function<byte[], @Nullable IndexEntry> reader;
    private @Nullable IndexEntry at;

    KeyCursor(KeyScan scan, Function<byte[], @Nullable IndexEntry> reader) {
        this.scan = scan;
        this.reader = reader;
        this.at = read();
    }

    private @Nullable IndexEntry read() {
        for (byte[] key = scan.key(); key != null; key = scan.key()) {
            IndexEntry entry = reader.apply(key);
            if (entry != null) {
                return entry;
            }
            LOG.error(
                    "The index entry {} cannot be read by this build; it is kept and passed over",
                    HexFormat.of().formatHex(key));
            scan.advance();
        }
        return null;
    }

    @Override
    public boolean valid() {
        return at != null;
    }

    @Override
    public IndexEntry entry() {
        if (at == null) {
            throw new IllegalStateException("the cursor is past the last entry");
        }
        return at;
    }

    @Override
    public void advance() {
        scan.advance();
        at = read();
    }

    @Override
    public void close() {
        scan.close();
    }
}
