package dev.punctual;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Random numbers that name things: incarnations and ids. Thread-safe. */
final class RandomBits {

    private RandomBits() {}

    /** Returns 64 random bits, as for an incarnation; they tell two uses of one id apart and keep no secret. */
    static long incarnation() {
        return ThreadLocalRandom.current().nextLong();
    }

    /** Returns a UUID of version 7 (RFC 9562, section 5.7): 48 bits of epoch milliseconds, then random bits. */
    static UUID uuidV7(long epochMillis) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long high = (epochMillis << 16) | 0x7000L | (random.nextLong() & 0xFFFL);
        long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(high, low);
    }
}
