package dev.punctual.benchmarks;

import dev.punctual.StoreException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code ./punctual bench}: measures a store of ours, and prints one line of JSON a figure. Used by one thread. */
@Command(
        name = "punctual bench",
        description = {
            "Measures a store: one line of JSON a figure on standard output, remarks on standard error.",
            "The store is made for the measurement and removed afterwards."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./punctual bench --store memory:",
            "  ./punctual bench --store rocksdb:./bench-data --scenario schedule,drain",
            "  ./punctual bench --store rocksdb:./bench-data --scenario lateness --pending 1000000",
            "  ./punctual bench --store postgresql: --scenario schedule,cancel",
            "  ./punctual bench --store 'jdbc:mariadb://127.0.0.1:3306/mysql?user=me&password=secret'",
            "  ./punctual bench peers                     other libraries beside us, on one PostgreSQL"
        })
public final class BenchCommand implements Callable<Integer> {

    private static final int HELP_COLUMNS = 110;

    private static final SizeOptions.Defaults DEFAULTS = new SizeOptions.Defaults(1_000_000, 300, 3_600);

    private final PrintStream out;
    private final PrintStream err;
    private final CommandLine commands;
    private List<String> arguments = List.of();

    @Option(
            names = "--store",
            paramLabel = "URL",
            description =
                    "What to measure: memory:, rocksdb:DIR (new or empty), jdbc:... of PostgreSQL, MariaDB or H2, or"
                            + " postgresql: or mariadb: for a server that is started for the measurement.")
    private @Nullable String store;

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "NAME",
            description = "One or more of schedule, drain, lateness, pending, cancel; all if not given.")
    private List<ScenarioName> scenarios = List.of(ScenarioName.values());

    @Mixin
    private SizeOptions sizes = new SizeOptions();

    BenchCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
        this.commands = new CommandLine(this);
        commands.addSubcommand(new PeersCommand(this));
        commands.registerConverter(ScenarioName.class, ScenarioName::parse);
        commands.registerConverter(PeerName.class, PeerName::parse);
        describe(commands);
        commands.getSubcommands().values().forEach(this::describe);
    }

    /** Runs one command line and ends the process with its exit code. */
    public static void main(String[] args) {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        System.exit(new BenchCommand(out, err).execute(args));
    }

    /** Runs one command line and returns its exit code. */
    int execute(String... args) {
        arguments = List.of(args);
        return commands.execute(args);
    }

    @Override
    public Integer call() throws Exception {
        if (store == null) {
            throw BenchFailure.usage("--store is missing: what is to be measured?"
                    + " For example --store memory:, or --store rocksdb:./bench-data.");
        }
        try (StorePlace place = StorePlaces.of(store);
                PunctualPeer peer = new PunctualPeer(place, sizes.slots())) {
            RawLimit raw = place.rawLimit().orElse(null);
            Map<String, Object> settings = new LinkedHashMap<>(place.settings());
            settings.put("slots", sizes.slots());
            settings.put("durability", peer.store().capabilities().durability().name());
            settings.put("payload_bytes", Job.PAYLOAD_BYTES);
            String name = peer.store().capabilities().store();
            Report report = report(name, settings);
            try {
                for (ScenarioName scenario : scenarios) {
                    Plan plan = sizes.plan(scenario, DEFAULTS);
                    scenario.scenario().run(new Bench(plan, List.of(peer), raw, place.server(), report));
                }
            } finally {
                if (raw != null) {
                    raw.close();
                }
            }
            return report.exitCode();
        }
    }

    /** Returns a report on standard output, under the conditions of this command line. */
    Report report(String storeName, Map<String, Object> settings) {
        return new Report(out, err, storeName, Conditions.of(arguments, settings));
    }

    private void describe(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        command.getCommandSpec()
                .addOption(CommandLine.Model.OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help.")
                        .build());
        usage.width(HELP_COLUMNS);
        usage.sortOptions(false);
        usage.abbreviateSynopsis(true);
        usage.exitCodeListHeading("%nExit codes:%n");
        Map<String, String> codes = new LinkedHashMap<>();
        codes.put(" 0", "All was measured.");
        codes.put(" 1", "Punctual broke a promise: a task ran early, or did not run.");
        codes.put(" 2", "The command line, or a value in it, is wrong.");
        codes.put(" 3", "A store or its server cannot be reached, or something could not be measured.");
        usage.exitCodeList(codes);
        command.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
        command.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
        command.setParameterExceptionHandler((wrong, args) -> refuse(wrong));
        command.setExecutionExceptionHandler((failure, failed, parsed) -> fail(failure));
    }

    private int refuse(ParameterException wrong) {
        String message = String.valueOf(wrong.getMessage());
        complain(message.replaceFirst("^Invalid value for option '(--[a-z-]+)'[^:]*: ", "$1: ") + ".");
        err.println("See: ./" + wrong.getCommandLine().getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE;
    }

    private int fail(Exception failure) {
        if (failure instanceof BenchFailure known) {
            complain(known.getMessage());
            return known.exitCode();
        }
        if (failure instanceof IllegalArgumentException || failure instanceof StoreException) {
            complain(failure.getMessage());
            return failure instanceof StoreException ? ExitCode.TROUBLE : ExitCode.USAGE;
        }
        complain("this could not be measured: " + failure);
        Arrays.stream(failure.getStackTrace()).limit(10).forEach(frame -> err.println("  at " + frame));
        return ExitCode.TROUBLE;
    }

    private void complain(@Nullable String sentence) {
        err.println("punctual: " + sentence);
    }
}
