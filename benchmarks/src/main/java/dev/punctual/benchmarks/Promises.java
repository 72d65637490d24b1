package dev.punctual.benchmarks;

import java.util.Arrays;
import java.util.Map;

/** What must hold of every run, whatever its figures: no task early, none missing. */
final class Promises {

    private Promises() {}

    /** Adds the numbers of tasks that ran early, never, or more than once. */
    static void add(Map<String, Double> figures, Ledger ledger) {
        figures.put("early_tasks", (double) early(ledger));
        figures.put("missing_tasks", (double) ledger.missing());
        figures.put("repeated_tasks", (double) ledger.repeated());
    }

    /** Tells the report if Punctual ran a task early or not at all; the peers promise other things. */
    static void check(Bench bench, Peer peer, Ledger ledger) {
        if (!peer.name().equals(PunctualPeer.NAME)) {
            return;
        }
        if (early(ledger) > 0) {
            double worst = -Arrays.stream(ledger.lateMillis()).min().orElse(0);
            bench.report().promiseBroken(early(ledger) + " tasks ran early, by up to " + worst + " ms");
        }
        if (ledger.missing() > 0) {
            bench.report().promiseBroken(ledger.missing() + " tasks did not run in time");
        }
    }

    private static long early(Ledger ledger) {
        return Arrays.stream(ledger.lateMillis()).filter(late -> late < 0).count();
    }
}
