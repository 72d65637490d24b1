package dev.punctual.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Under which conditions something was measured: without them a figure says nothing. Names no host and no person. */
final class Conditions {

    private static final long MIB = 1L << 20;

    private Conditions() {}

    /**
     * Returns the conditions.
     *
     * @param arguments the command line behind {@code ./punctual bench}
     * @param settings what is set on the engine, the store and the peers
     */
    static Map<String, Object> of(List<String> arguments, Map<String, Object> settings) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("machine", machine());
        all.put("jdk", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        all.put("heap_max_mib", Runtime.getRuntime().maxMemory() / MIB);
        all.put("versions", versions());
        all.put("settings", new TreeMap<>(settings));
        all.put(
                "command",
                arguments.stream()
                        .map(Conditions::withoutPlace)
                        .collect(Collectors.joining(" ", "./punctual bench ", ""))
                        .strip());
        all.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        return all;
    }

    private static Map<String, Object> machine() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Map<String, Object> machine = new LinkedHashMap<>();
        machine.put("cores", system.getAvailableProcessors());
        machine.put("cpu", cpuModel());
        machine.put("kernel", system.getName() + " " + system.getVersion() + " " + system.getArch());
        machine.put("memory_mib", system.getTotalMemorySize() / MIB);
        machine.put("load_average", Math.rint(system.getSystemLoadAverage() * 100) / 100);
        return machine;
    }

    private static String cpuModel() {
        try {
            return Files.readString(Path.of("/proc/cpuinfo"))
                    .lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    /** Returns the versions of what may be measured, as this program was built with them. */
    static Map<String, String> versions() {
        Properties properties = new Properties();
        try (InputStream in = Conditions.class.getResourceAsStream("/versions.properties")) {
            if (in == null) {
                throw new IllegalStateException("versions.properties is missing from the program");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> versions = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> versions.put(name, properties.getProperty(name)));
        return versions;
    }

    /** A results file is for everybody: where a database is, and how one gets in, is nobody's business. */
    static String withoutPlace(String argument) {
        String[] parts = argument.split("//", 2);
        return parts.length == 2 && Arrays.stream(parts).allMatch(part -> !part.isEmpty())
                ? parts[0] + "//..."
                : argument;
    }
}
