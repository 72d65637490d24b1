package dev.punctual.search;

import dev.punctual.Lease;
import dev.punctual.Report;
import dev.punctual.TaskRecord;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What makes two states the same to everything that can follow: times count from now and no further than they matter,
 * tokens by their order (and by their distance, as long as a new token could still meet them), claim numbers by how
 * they stand to the store's, and the two workers are alike.
 */
@SuppressWarnings("EnumOrdinal") // a key lives no longer than one search
final class StateKey {

    /** Beyond so many ticks from now a time makes no difference. */
    private static final int FAR = 9;

    private final byte[] bytes;
    private final int hash;

    private StateKey(byte[] bytes) {
        this.bytes = bytes;
        hash = Arrays.hashCode(bytes);
    }

    static StateKey of(World world) {
        Writer writer = new Writer(world);
        writer.write(world.claims);
        writer.write((world.clockStepped ? 1 : 0) + 2 * world.lateClaims);
        writer.record(world.record);
        writer.token(world.floor);
        writer.token(world.takenBack == null ? 0 : world.takenBack.token());
        writer.witness();
        byte[] first = writer.slot(world.slots[0]);
        byte[] second = writer.slot(world.slots[1]);
        boolean swap = Arrays.compare(first, second) > 0;
        writer.write(swap ? second : first);
        writer.write(swap ? first : second);
        for (Report report : world.reports) {
            writer.token(report.token());
            writer.write(report.outcome().ordinal() * 2 + (report.unreturned() ? 1 : 0));
        }
        return new StateKey(writer.done());
    }

    /** The part of a state that decides whether the task can still finish. */
    static StateKey ofRecord(World world) {
        Writer writer = new Writer(world);
        writer.record(world.record);
        writer.token(world.floor);
        return new StateKey(writer.done());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StateKey that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    private static final class Writer {
        private final World world;
        private final long[] tokens = new long[16];
        private int tokenCount;
        private byte[] out = new byte[96];
        private int size;

        Writer(World world) {
            this.world = world;
            gatherTokens();
        }

        private void gatherTokens() {
            if (world.record != null) {
                gather(world.record.token());
                gather(world.record.settledToken());
            }
            gather(world.floor);
            gather(world.takenBack == null ? 0 : world.takenBack.token());
            gather(world.witness.tokenMax);
            gather(world.witness.accepted);
            for (Slot slot : world.slots) {
                gather(slot.held == null ? 0 : slot.held.token());
            }
            for (Report report : world.reports) {
                gather(report.token());
            }
            Arrays.sort(tokens, 0, tokenCount);
        }

        private void gather(long token) {
            for (int i = 0; i < tokenCount; i++) {
                if (tokens[i] == token) {
                    return;
                }
            }
            tokens[tokenCount++] = token;
        }

        void write(int value) {
            out[size++] = (byte) value;
        }

        void write(byte[] part) {
            System.arraycopy(part, 0, out, size, part.length);
            size += part.length;
        }

        byte[] done() {
            return Arrays.copyOf(out, size);
        }

        /** A new token is above the store's microseconds: those below only have an order. */
        void token(long token) {
            int rank = Arrays.binarySearch(tokens, 0, tokenCount, token);
            write(token == 0 ? 0 : 2 * rank + (token < world.now * 1_000 ? 1 : 2));
        }

        void time(long millis) {
            write(millis == 0 ? -100 : (int) Math.max(-1, Math.min(FAR, millis - world.now)));
        }

        void record(@Nullable TaskRecord record) {
            if (record == null) {
                write(-1);
                return;
            }
            write(record.state().ordinal());
            token(record.token());
            token(record.settledToken());
            write(record.failures() * 8 + record.losses());
            write((record.ghost() ? 1 : 0) + (record.cancelRequested() ? 2 : 0));
            TaskRecord.Call call = record.call();
            write(call == null ? -1 : (int) call.id().low() * 8 + call.outcome().ordinal());
            if (!record.state().finished()) {
                // A time in the past is as good as any other, except that the expiry moves with the due time.
                time(Math.max(record.dueAt(), world.now - 1));
                time(Math.max(record.sortKey(), world.now - 1));
                time(record.expireAt() == 0 ? 0 : Math.max(record.expireAt(), world.now - 1));
                long span = record.expireAt() == 0 ? 0 : record.expireAt() - record.dueAt();
                write((int) Math.max(-FAR, Math.min(FAR, span)));
            }
            Lease lease = record.lease();
            time(lease == null ? 0 : lease.untilMillis());
        }

        void witness() {
            Witness witness = world.witness;
            token(witness.tokenMax);
            token(witness.accepted);
            boolean running = world.record != null && world.record.lease() != null;
            time(running ? Math.max(witness.leaseEnd, world.now - 1) : 0);
            boolean live = world.record != null && !world.record.state().finished();
            time(live ? Math.max(witness.due, world.now - 1) : 0);
            write((witness.lost ? 1 : 0) + (witness.cancelled ? 2 : 0) + (witness.cancelAsked ? 4 : 0));
            write(witness.failures * 8 + witness.losses);
            write(witness.writer * 8 + (witness.written == null ? 7 : witness.written.ordinal()));
        }

        byte[] slot(Slot slot) {
            int from = size;
            write(slot.phase.ordinal() * 4 + owns(slot.worker(), slot.seq));
            token(slot.held == null ? 0 : slot.held.token());
            boolean own = slot.phase != Slot.Phase.IDLE && slot.life == world.witness.life;
            write((own ? 1 : 0) + (slot.strayLife == world.witness.life ? 2 : 0));
            byte[] part = Arrays.copyOfRange(out, from, size);
            size = from;
            return part;
        }

        /** How the lease of the record stands to the claims of a process. */
        private int owns(String worker, long seq) {
            Lease lease = world.record == null ? null : world.record.lease();
            if (lease == null || !lease.worker().equals(worker)) {
                return 0;
            }
            return lease.claimSeq() == seq ? 1 : 2;
        }
    }
}
