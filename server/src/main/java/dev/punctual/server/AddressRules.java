package dev.punctual.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * Which addresses a webhook may go to: those of the public internet. Everything that only this machine or this network
 * can reach is refused, since whoever may schedule a task could otherwise make the server call it. Thread-safe.
 */
final class AddressRules {

    /** Not to be reached from the internet, or not one receiver (IANA's special-purpose registries). */
    private static final List<Block> REFUSED = List.of(
            Block.of("0.0.0.0", 8), // this host
            Block.of("10.0.0.0", 8), // private
            Block.of("100.64.0.0", 10), // shared by providers; holds metadata services
            Block.of("127.0.0.0", 8), // loopback
            Block.of("169.254.0.0", 16), // link-local; holds metadata services
            Block.of("172.16.0.0", 12), // private
            Block.of("192.0.0.0", 24), // protocol assignments; holds metadata services
            Block.of("192.168.0.0", 16), // private
            Block.of("198.18.0.0", 15), // benchmarks inside a network
            Block.of("224.0.0.0", 3), // multicast, reserved, broadcast
            Block.of("::", 96), // unspecified, loopback, IPv4-compatible
            Block.of("64:ff9b:1::", 48), // local translation
            Block.of("100::", 64), // discarded
            Block.of("2001::", 32), // Teredo: tunnels to any IPv4 address
            Block.of("fc00::", 7), // private
            Block.of("fe80::", 9), // link-local and site-local
            Block.of("ff00::", 8)); // multicast

    /** Blocks of IPv6 that carry an IPv4 address, and at which byte; the inner address is what counts. */
    private static final Block TRANSLATED = Block.of("64:ff9b::", 96);

    private static final int TRANSLATED_AT = 12;
    private static final Block SIX_TO_FOUR = Block.of("2002::", 16);
    private static final int SIX_TO_FOUR_AT = 2;

    private AddressRules() {}

    /** Returns whether the address is one of the public internet. */
    static boolean isPublic(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (TRANSLATED.contains(bytes)) {
            bytes = Arrays.copyOfRange(bytes, TRANSLATED_AT, TRANSLATED_AT + 4);
        } else if (SIX_TO_FOUR.contains(bytes)) {
            bytes = Arrays.copyOfRange(bytes, SIX_TO_FOUR_AT, SIX_TO_FOUR_AT + 4);
        }
        for (Block block : REFUSED) {
            if (block.contains(bytes)) {
                return false;
            }
        }
        return true;
    }

    /** The addresses that share their first bits. */
    private static final class Block {
        private final byte[] first;
        private final int bits;

        private Block(byte[] first, int bits) {
            this.first = first;
            this.bits = bits;
        }

        static Block of(String first, int bits) {
            try {
                return new Block(InetAddress.getByName(first).getAddress(), bits);
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException(first + " is no address", e);
            }
        }

        boolean contains(byte[] address) {
            if (address.length != first.length) {
                return false;
            }
            for (int i = 0; i < bits; i++) {
                int mask = 0x80 >> (i % Byte.SIZE);
                if ((address[i / Byte.SIZE] & mask) != (first[i / Byte.SIZE] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }
}
