package dev.punctual.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * Reads the processor time of a server on this machine: its main process, the children it has, and those that ended.
 * Only Linux shows these; elsewhere, and for a server elsewhere, nothing is known.
 *
 * @param process the main process of the server; empty if there is none on this machine
 */
record ServerCpu(OptionalLong process) {

    /** There is no server beside this process, or it is not on this machine. */
    static final ServerCpu NONE = new ServerCpu(OptionalLong.empty());

    /** Linux counts processor time in hundredths of a second, whatever its own clock. */
    private static final long TICK_NANOS = 10_000_000;

    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;
    private static final int ENDED_CHILDREN_USER_TIME = 13;
    private static final int ENDED_CHILDREN_SYSTEM_TIME = 14;

    OptionalLong nanos() {
        if (process.isEmpty()) {
            return OptionalLong.empty();
        }
        long main = process.getAsLong();
        List<Long> children = ProcessHandle.of(main).stream()
                .flatMap(ProcessHandle::children)
                .map(ProcessHandle::pid)
                .toList();
        long ticks = ticks(main, USER_TIME, SYSTEM_TIME, ENDED_CHILDREN_USER_TIME, ENDED_CHILDREN_SYSTEM_TIME);
        for (long child : children) {
            ticks += Math.max(0, ticks(child, USER_TIME, SYSTEM_TIME));
        }
        return ticks < 0 ? OptionalLong.empty() : OptionalLong.of(ticks * TICK_NANOS);
    }

    private static long ticks(long pid, int... fields) {
        try {
            String stat = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"));
            // The name of the program may hold anything, so counting begins behind it.
            String[] values = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return sum(values, fields);
        } catch (IOException e) {
            return Long.MIN_VALUE / 2;
        }
    }

    private static long sum(String[] values, int... fields) {
        long sum = 0;
        for (int field : fields) {
            sum += Long.parseLong(values[field]);
        }
        return sum;
    }
}
