package dev.punctual.cli;

import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** What the demo says before and after the time line. Not thread-safe. */
final class DemoStory {

    private final Shell shell;
    private final PrintStream out;

    DemoStory(Shell shell) {
        this.shell = shell;
        this.out = shell.out();
    }

    void intro() {
        out.println(shell.paint(Colour.STRONG, "Punctual: delayed tasks that run on time and survive crashes."));
        out.println();
        out.println("A shop cancels orders that are not paid in time. For every order it schedules a task; when");
        out.println("the task is due, Punctual calls the shop. In the middle the server is killed with kill -9.");
        out.println();
        out.println("Starting a server ...");
    }

    void started(DemoServer server, URI shop, Duration took) {
        fact(
                "server",
                String.format(
                        Locale.ROOT,
                        "%s, pid %d, up in %.1f s",
                        server.address(),
                        server.pid(),
                        took.toMillis() / 1000.0));
        fact("store", "rocksdb in " + server.directory());
        fact("shop", shop + ", in this process; it checks the signature of every call");
        out.println();
    }

    void placed(int orders, Duration took) {
        out.println(String.format(
                Locale.ROOT,
                "%d orders come in: %d tasks, due in 1 to 10 seconds. Accepted and on disk after %,d ms.",
                orders,
                orders,
                took.toMillis()));
        out.println();
    }

    /** Prints the claims and returns those that do not hold. */
    List<DemoVerdict.Claim> checked(List<DemoVerdict.Claim> claims) {
        out.println();
        out.println(shell.paint(Colour.STRONG, "Checked against what the shop saw:"));
        for (DemoVerdict.Claim claim : claims) {
            String mark = claim.holds() ? shell.paint(Colour.GOOD, "  ok    ") : shell.paint(Colour.BAD, "  WRONG ");
            out.println(mark + ShownText.safe(claim.words()));
        }
        out.println();
        List<DemoVerdict.Claim> wrong =
                claims.stream().filter(claim -> !claim.holds()).toList();
        out.println(
                wrong.isEmpty()
                        ? shell.paint(Colour.GOOD, "All is well.")
                        : shell.paint(Colour.BAD, wrong.size() + " of " + claims.size() + " claims do not hold."));
        return wrong;
    }

    void tryNext(URI server, URI shop, Path directory) {
        out.println();
        out.println(shell.paint(Colour.STRONG, "The server is still up. In another terminal, try:"));
        out.println("  export PUNCTUAL_SERVER=" + server);
        out.println("  ./punctual list");
        out.println("  ./punctual get order-06");
        out.println("  ./punctual schedule order-cancel --in 5s --id order-13 --webhook " + shop);
        out.println("  ./punctual schedule order-cancel --in 1h --id order-14 && ./punctual cancel order-14");
        out.println("  ./punctual stats");
        out.println();
        out.println(
                "What you schedule for the shop shows up here. Ctrl-C stops the server and removes " + directory + ".");
        out.println();
    }

    private void fact(String label, String value) {
        out.println("  " + shell.paint(Colour.FAINT, String.format("%-8s", label)) + value);
    }
}
