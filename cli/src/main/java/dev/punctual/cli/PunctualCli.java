package dev.punctual.cli;

import dev.punctual.httpapi.ApiJson;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line of Punctual: {@code main} of the jar. Exit codes: 0 all went well, 1 the server's answer was no, 2
 * the command line or a value is wrong, 3 the server cannot be reached or cannot do its work.
 *
 * <p>Thread-safe.
 */
@Command(
        name = "punctual",
        description = "Delayed tasks that run on time and survive crashes.",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nStart here:%n",
        footer = {
            "  ./punctual demo                                    a show of 15 seconds, with a server of its own",
            "  ./punctual serve                                   a server on http://127.0.0.1:7070",
            "  ./punctual schedule order-cancel --in 30m --webhook https://shop.example/orders",
            "  ./punctual COMMAND --help                          options and examples of a command"
        })
public final class PunctualCli implements Runnable {

    private static final int HELP_COLUMNS = 110;
    private static final char REPLACED = '\uFFFD';

    private final Shell shell;
    private final CommandLine commands;

    @Option(
            names = {"-V", "--version"},
            description = "Print the version.")
    private boolean version;

    PunctualCli(Shell shell) {
        this.shell = shell;
        this.commands = new CommandLine(this);
        List.of(
                        new ScheduleCommand(shell),
                        new GetCommand(shell),
                        new ListCommand(shell),
                        new CancelCommand(shell),
                        new RescheduleCommand(shell),
                        new RunNowCommand(shell),
                        new RedriveCommand(shell),
                        new StatsCommand(shell),
                        new PauseCommand(shell),
                        new ResumeCommand(shell),
                        new DemoCommand(shell),
                        new ServeCommand(),
                        new VersionCommand(shell))
                .forEach(commands::addSubcommand);
        describe(commands);
        commands.getSubcommands().values().forEach(this::describe);
    }

    /** Runs one command line and ends the process with its exit code. */
    public static void main(String[] args) {
        System.exit(new PunctualCli(Shell.ofProcess()).execute(args));
    }

    /** Runs one command line and returns its exit code. */
    int execute(String... args) {
        if (Arrays.stream(args).anyMatch(arg -> arg.indexOf(REPLACED) >= 0)) {
            // What Java puts where the locale's character set does not know the bytes: nothing right can come of it.
            shell.complain("an argument holds characters that this locale does not know; set LC_ALL=C.UTF-8 and try"
                    + " again, for example: LC_ALL=C.UTF-8 ./punctual list.");
            return ExitCode.USAGE;
        }
        return commands.execute(args.length > 0 && args[0].equals("help") ? helpOf(args) : args);
    }

    /** What is asked by {@code help} or {@code help COMMAND}, as an option. */
    private static String[] helpOf(String... args) {
        return args.length > 1 ? new String[] {args[1], "--help"} : new String[] {"--help"};
    }

    @Override
    public void run() {
        if (version) {
            shell.out().println(VersionCommand.text());
        } else {
            commands.usage(commands.getOut());
        }
    }

    private void describe(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        command.getCommandSpec()
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .order(CommonOptions.LAST + 1)
                        .description("Show this help.")
                        .build());
        usage.width(HELP_COLUMNS);
        usage.exitCodeListHeading("%nExit codes:%n");
        usage.exitCodeList(exitCodes());
        usage.sortOptions(false);
        usage.abbreviateSynopsis(true);
        command.setOut(new PrintWriter(shell.out(), true, StandardCharsets.UTF_8));
        command.setErr(new PrintWriter(shell.err(), true, StandardCharsets.UTF_8));
        command.setColorScheme(CommandLine.Help.defaultColorScheme(shell.colours() ? Ansi.ON : Ansi.OFF));
        command.setCaseInsensitiveEnumValuesAllowed(true);
        command.setParameterExceptionHandler((wrong, args) -> refuse(wrong));
        command.setExecutionExceptionHandler((failure, failed, parsed) -> fail(failure, parsed));
    }

    private static Map<String, String> exitCodes() {
        Map<String, String> codes = new LinkedHashMap<>();
        codes.put(" 0", "All went well.");
        codes.put(" 1", "The answer was no: not found, running, finished, not dead.");
        codes.put(" 2", "The command line, or a value in it, is wrong.");
        codes.put(" 3", "The server cannot be reached, or cannot do its work.");
        return codes;
    }

    private int refuse(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        shell.complain(UsageErrors.sentence(wrong));
        PrintWriter err = command.getErr();
        boolean suggested = UnmatchedArgumentException.printSuggestions(wrong, err);
        if (!suggested) {
            if (wrong instanceof MissingParameterException) {
                err.print(command.getUsageMessage().lines().findFirst().orElse("") + System.lineSeparator());
            }
            err.println("See: ./" + command.getCommandSpec().qualifiedName() + " --help");
        }
        err.flush();
        return ExitCode.USAGE;
    }

    private int fail(Exception failure, ParseResult parsed) {
        if (failure instanceof CommandFailure known) {
            shell.complain(known.sentence());
            if (wantsJson(parsed)) {
                shell.out().println(ApiJson.write(ErrorLine.of(known)));
            }
            return known.exitCode();
        }
        shell.complain("this is a mistake in the command line tool itself (" + failure + "); please report it.");
        return ExitCode.UNREACHABLE;
    }

    private static boolean wantsJson(ParseResult parsed) {
        return parsed.hasSubcommand() && parsed.subcommand().hasMatchedOption("--json");
    }
}
