package dev.punctual;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The last {@value #RUNS_MAX} runs of a task, oldest first, as opaque bytes: built by the worker that reports or
 * reclaims, kept by stores as it is. Times are the worker's wall clock, for display only.
 *
 * <p>Immutable. Thread-safe.
 */
public final class RunHistory {

    /** Most runs kept. */
    public static final int RUNS_MAX = 10;
    /** Longest error kept with a run, in bytes. */
    public static final int RUN_ERROR_BYTES_MAX = 256;
    /** No runs. */
    public static final RunHistory EMPTY = new RunHistory(new byte[0]);

    private static final byte FORMAT = 1;
    /** What a run takes beside its texts: token, start, end, outcome and two lengths. */
    private static final int RUN_BYTES = 3 * Long.BYTES + 1 + 2 * Short.BYTES;

    private final byte[] bytes;

    private RunHistory(byte[] bytes) {
        this.bytes = bytes;
    }

    /** How a run ended. */
    public enum Outcome {
        /** Well. */
        COMPLETED(1),
        /** With an error, to be tried again if the budget allows. */
        RETRIED(2),
        /** With an error, or by decision, for good. */
        BURIED(3),
        /** Given back uncharged. */
        RELEASED(4),
        /** The lease ran out; nobody knows how it ended. */
        LOST(5);

        private final int code;

        Outcome(int code) {
            this.code = code;
        }

        private static Outcome of(int code) {
            for (Outcome outcome : values()) {
                if (outcome.code == code) {
                    return outcome;
                }
            }
            throw new IllegalArgumentException("unknown outcome " + code);
        }
    }

    /**
     * One run.
     *
     * @param token the token of its claim
     * @param worker the worker
     * @param startMillis when it started, in epoch milliseconds of the worker; 0 if unknown
     * @param endMillis when it ended, in epoch milliseconds of the worker; 0 for a lost run
     * @param outcome how it ended
     * @param error the error, clipped to {@value RunHistory#RUN_ERROR_BYTES_MAX} bytes; empty if none
     */
    public record Run(long token, String worker, long startMillis, long endMillis, Outcome outcome, String error) {

        /** Clips and cleans the texts. */
        public Run {
            worker = Text.clip(worker, Lease.WORKER_CHARS_MAX);
            error = Text.clip(error, RUN_ERROR_BYTES_MAX);
        }
    }

    /** Returns the history that these bytes hold; what cannot be read is kept and shows as no runs. */
    public static RunHistory of(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new RunHistory(bytes);
    }

    /** Returns the bytes themselves, not a copy: do not change them. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns this history with one run more, the oldest dropped if there would be too many. */
    public RunHistory plus(Run run) {
        if (bytes.length == 0) {
            return new RunHistory(encode(List.of(run)));
        }
        List<Run> runs = new ArrayList<>(runs());
        runs.add(run);
        while (runs.size() > RUNS_MAX) {
            runs.remove(0);
        }
        return new RunHistory(encode(runs));
    }

    /** Returns the runs, oldest first. */
    public List<Run> runs() {
        if (bytes.length == 0 || bytes[0] != FORMAT) {
            return List.of();
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            in.readByte();
            int count = in.readUnsignedByte();
            List<Run> runs = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                runs.add(new Run(
                        in.readLong(),
                        readText(in),
                        in.readLong(),
                        in.readLong(),
                        Outcome.of(in.readUnsignedByte()),
                        readText(in)));
            }
            return List.copyOf(runs);
        } catch (IOException | RuntimeException e) {
            // A history is for display: one that cannot be read must not keep its task from running.
            return List.of();
        }
    }

    private static byte[] encode(List<Run> runs) {
        // No streams: every run of every task passes here.
        byte[][] workers = new byte[runs.size()][];
        byte[][] errors = new byte[runs.size()][];
        int size = 2;
        for (int i = 0; i < runs.size(); i++) {
            workers[i] = utf8(runs.get(i).worker());
            errors[i] = utf8(runs.get(i).error());
            size += RUN_BYTES + workers[i].length + errors[i].length;
        }
        ByteBuffer out = ByteBuffer.allocate(size).put(FORMAT).put((byte) runs.size());
        for (int i = 0; i < runs.size(); i++) {
            Run run = runs.get(i);
            writeText(out.putLong(run.token()), workers[i]);
            out.putLong(run.startMillis()).putLong(run.endMillis()).put((byte) run.outcome().code);
            writeText(out, errors[i]);
        }
        return out.array();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void writeText(ByteBuffer out, byte[] utf8) {
        out.putShort((short) utf8.length).put(utf8);
    }

    private static String readText(DataInputStream in) throws IOException {
        byte[] utf8 = new byte[in.readUnsignedShort()];
        in.readFully(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RunHistory that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return runs().toString();
    }
}
