package dev.punctual.cli;

import dev.punctual.httpapi.Problem;
import java.util.Map;

/** Puts the problems that a server reports into one sentence and an exit code. Thread-safe. */
final class Refusals {

    /** Fields of requests, and the options by which a person here gives them. */
    private static final Map<String, String> OPTIONS = Map.ofEntries(
            Map.entry("delay", "--in"),
            Map.entry("dueAt", "--at"),
            Map.entry("payload", "--payload"),
            Map.entry("payloadBase64", "--payload-base64"),
            Map.entry("contentType", "--content-type"),
            Map.entry("headers", "--header"),
            Map.entry("expireAfter", "--expire-after"),
            Map.entry("retry.maxAttempts", "--max-attempts"),
            Map.entry("retry.maxLosses", "--max-losses"),
            Map.entry("retry.firstDelay", "--first-delay"),
            Map.entry("retry.factor", "--factor"),
            Map.entry("retry.maxDelay", "--max-delay"),
            Map.entry("deliverTo.webhook.url", "--webhook"),
            Map.entry("idPrefix", "--id-prefix"),
            Map.entry("cursor", "--cursor"));

    private Refusals() {}

    /** Returns the problem as one sentence that names the option, or else the field, and a right value. */
    static String sentence(Problem problem) {
        StringBuilder sentence = new StringBuilder();
        String field = problem.field();
        String detail = problem.detail();
        if (field != null && exitCode(problem) == ExitCode.USAGE) {
            String named = field + ": ";
            String option = OPTIONS.get(field);
            boolean repeated = detail.startsWith(named);
            if (option != null || !detail.startsWith(field)) {
                sentence.append(option == null ? field : option).append(": ");
                detail = repeated ? detail.substring(named.length()) : detail;
            }
        }
        sentence.append(detail);
        String example = problem.example();
        if (example != null && !detail.contains(example)) {
            sentence.append(" (for example ").append(example).append(')');
        }
        return sentence + (sentence.toString().endsWith(".") ? "" : ".");
    }

    /** Returns the exit code that fits: a wrong value, a plain no, or a server that cannot do its work. */
    static int exitCode(Problem problem) {
        return switch (problem.status()) {
            case 400, 413, 414, 415, 422, 431 -> ExitCode.USAGE;
            default -> problem.status() >= 500 ? ExitCode.UNREACHABLE : ExitCode.NO;
        };
    }
}
