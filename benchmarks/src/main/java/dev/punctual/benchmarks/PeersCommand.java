package dev.punctual.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./punctual bench peers}: measures other libraries beside Punctual, on one PostgreSQL, by turns. */
@Command(
        name = "peers",
        description = {
            "Measures other libraries beside Punctual on one PostgreSQL, by turns: one line of JSON a figure.",
            "Each of them gets a database of its own, which is dropped afterwards."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./punctual bench peers --scenario schedule,drain",
            "  ./punctual bench peers --peer db-scheduler-tuned --scenario lateness --pending 1000000",
            "  ./punctual bench peers --url 'jdbc:postgresql://127.0.0.1:5432/postgres?user=me&password=secret'"
        })
final class PeersCommand implements Callable<Integer> {

    /** Some of them are slow: none may keep the others waiting for long. */
    private static final SizeOptions.Defaults DEFAULTS = new SizeOptions.Defaults(100_000, 60, 60);

    private static final String STORE = "postgresql";

    private final BenchCommand bench;

    @Option(
            names = "--peer",
            split = ",",
            paramLabel = "NAME",
            description =
                    "One or more of db-scheduler, db-scheduler-tuned, jobrunr, quartz, quartz-tuned; all if not given.")
    private List<PeerName> names = List.of(PeerName.values());

    @Option(names = "--alone", description = "Leave Punctual out.")
    private boolean alone;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "A PostgreSQL whose user may create databases; one of its own, on 127.0.0.1 with fsync on,"
                    + " if not given.")
    private @Nullable String url;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "Connections of each peer's pool; 32 if not given.")
    private int connections = 32;

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "NAME",
            description = "One or more of schedule, drain, lateness, pending, cancel; all if not given.")
    private List<ScenarioName> scenarios = List.of(ScenarioName.values());

    @Mixin
    private SizeOptions sizes = new SizeOptions();

    PeersCommand(BenchCommand bench) {
        this.bench = bench;
    }

    @Override
    public Integer call() throws Exception {
        if (url != null) {
            return measure(url);
        }
        try (OwnPostgres own = new OwnPostgres()) {
            return measure(own.url());
        }
    }

    private int measure(String serverUrl) throws Exception {
        try (PeerRow row = new PeerRow(serverUrl, connections);
                PostgresDatabase watched = row.database("watch")) {
            RawLimit raw =
                    alone ? null : row.addPunctual(sizes.slots()).rawLimit().orElse(null);
            for (PeerName name : names) {
                row.add(name);
            }
            Map<String, Object> settings = new LinkedHashMap<>(watched.settings());
            settings.put("connections", connections);
            settings.put("slots", sizes.slots());
            settings.put("payload_bytes", Job.PAYLOAD_BYTES);
            Report report = bench.report(STORE, settings);
            try {
                for (ScenarioName scenario : scenarios) {
                    Plan plan = sizes.plan(scenario, DEFAULTS);
                    scenario.scenario().run(new Bench(plan, row.peers(), raw, watched.processes(), report));
                }
            } finally {
                if (raw != null) {
                    raw.close();
                }
            }
            return report.exitCode();
        }
    }
}
