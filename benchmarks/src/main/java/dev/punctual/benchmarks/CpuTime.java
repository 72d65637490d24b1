package dev.punctual.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;

/**
 * Processor time, in nanoseconds, of this process and, if it runs on this machine, of the database server.
 *
 * @param own of this process
 * @param server of the server; empty if it is not known
 */
record CpuTime(long own, OptionalLong server) {

    /** Returns what has been used so far. */
    static CpuTime now(ServerCpu server) {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new CpuTime(system.getProcessCpuTime(), server.nanos());
    }

    /** Returns what was used between an earlier reading and this one. */
    CpuTime since(CpuTime earlier) {
        return new CpuTime(
                own - earlier.own,
                server.isPresent() && earlier.server.isPresent()
                        ? OptionalLong.of(server.getAsLong() - earlier.server.getAsLong())
                        : OptionalLong.empty());
    }
}
