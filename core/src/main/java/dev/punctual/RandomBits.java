package dev.punctual;

import java.security.SecureRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Random numbers that name things: incarnations, calls, workers, ids. Thread-safe. */
final class RandomBits {

    private static final SecureRandom SECURE = new SecureRandom();

    private RandomBits() {}

    /** Returns a random incarnation; 64 bits tell two uses of one id apart, they keep no secret. */
    static long incarnation() {
        return ThreadLocalRandom.current().nextLong();
    }

    /** Returns a random UUID of version 4 for a worker process, from the secure source. */
    static UUID worker() {
        return new UUID(
                (SECURE.nextLong() & 0xFFFF_FFFF_FFFF_0FFFL) | 0x4000L,
                (SECURE.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L);
    }

    /** Returns a UUID of version 7 (RFC 9562, section 5.7): 48 bits of epoch milliseconds, then random bits. */
    static UUID uuidV7(long epochMillis) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long high = (epochMillis << 16) | 0x7000L | (random.nextLong() & 0xFFFL);
        long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }
}
