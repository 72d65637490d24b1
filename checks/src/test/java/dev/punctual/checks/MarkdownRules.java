package dev.punctual.checks;

import dev.punctual.checks.SourceFile.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What holds for documentation: links lead somewhere, and code is code that compiles.
 *
 * <p>A block of Java that stands for real code is preceded by a comment that names the file: {@code <!-- snippet:
 * examples/src/main/java/.../OrderTimeout.java -->}. Its lines must stand in that file, in a row; indentation and empty
 * lines do not count, and a line {@code // ...} stands for any number of lines left out.
 */
final class MarkdownRules {

    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)\\s]+)(?:\\s+\"[^\"]*\")?\\)");
    private static final Pattern SNIPPET = Pattern.compile("<!--\\s*snippet:\\s*(\\S+)\\s*-->");
    private static final String FENCE = "```";
    private static final String LEFT_OUT = "// ...";

    private MarkdownRules() {}

    /** Every rule, by name. */
    static Map<String, Function<Repository, List<Finding>>> rules() {
        Map<String, Function<Repository, List<Finding>>> rules = new LinkedHashMap<>();
        rules.put("links lead somewhere", MarkdownRules::linksLeadSomewhere);
        rules.put("snippets are real code", MarkdownRules::snippetsAreRealCode);
        rules.put("Java in the README is a snippet", MarkdownRules::readmeHasOnlySnippets);
        return rules;
    }

    private static List<Finding> linksLeadSomewhere(Repository repository) {
        List<Finding> findings = new ArrayList<>();
        repository.named(".md").forEach(file -> {
            boolean fenced = false;
            int number = 0;
            for (String line : file.lines()) {
                number++;
                fenced ^= line.strip().startsWith(FENCE);
                Matcher link = LINK.matcher(line);
                while (!fenced && link.find()) {
                    if (isDead(file, link.group(1))) {
                        findings.add(file.finding(number, "leads nowhere: " + link.group(1)));
                    }
                }
            }
        });
        return findings;
    }

    private static boolean isDead(SourceFile from, String link) {
        if (link.matches("[a-z]+:.*")) {
            return false;
        }
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        Path folder = from.absolute().toAbsolutePath().getParent();
        Path target = path.isEmpty() || folder == null ? from.absolute() : folder.resolve(path);
        return !Files.exists(target);
    }

    private static List<Finding> snippetsAreRealCode(Repository repository) {
        List<Finding> findings = new ArrayList<>();
        repository
                .named(".md")
                .forEach(file -> blocks(file).stream()
                        .filter(block -> !block.source().isEmpty())
                        .filter(block -> !standsIn(repository, block))
                        .forEach(block -> findings.add(file.finding(block.line(), "is not in " + block.source()))));
        return findings;
    }

    private static List<Finding> readmeHasOnlySnippets(Repository repository) {
        List<Finding> findings = new ArrayList<>();
        repository
                .named("README.md")
                .forEach(file -> blocks(file).stream()
                        .filter(block ->
                                block.source().isEmpty() && block.language().equals("java"))
                        .forEach(block ->
                                findings.add(file.finding(block.line(), "names no compiled file it is taken from"))));
        return findings;
    }

    private static boolean standsIn(Repository repository, Block block) {
        List<String> source = repository.files().stream()
                .filter(file -> file.path().equals(block.source()))
                .flatMap(file -> significant(file.lines()).stream())
                .toList();
        int from = 0;
        boolean found = true;
        for (List<String> part : parts(significant(block.lines()))) {
            int at = indexOf(source, part, from);
            found &= at >= 0;
            from = Math.max(at, 0) + part.size();
        }
        return found && !source.isEmpty();
    }

    private static int indexOf(List<String> source, List<String> part, int from) {
        for (int at = from; at + part.size() <= source.size(); at++) {
            if (source.subList(at, at + part.size()).equals(part)) {
                return at;
            }
        }
        return -1;
    }

    private static List<List<String>> parts(List<String> lines) {
        List<List<String>> parts = new ArrayList<>();
        List<String> part = new ArrayList<>();
        for (String line : lines) {
            if (line.equals(LEFT_OUT)) {
                parts.add(part);
                part = new ArrayList<>();
            } else {
                part.add(line);
            }
        }
        parts.add(part);
        return parts;
    }

    private static List<String> significant(List<String> lines) {
        return lines.stream().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }

    /** The fenced blocks of a file. */
    private static List<Block> blocks(SourceFile file) {
        List<Block> blocks = new ArrayList<>();
        List<String> lines = file.lines();
        String source = "";
        for (int at = 0; at < lines.size(); at++) {
            String line = lines.get(at).strip();
            Matcher snippet = SNIPPET.matcher(line);
            if (snippet.matches()) {
                source = snippet.group(1);
            } else if (line.startsWith(FENCE)) {
                int end = at + 1;
                while (end < lines.size() && !lines.get(end).strip().equals(FENCE)) {
                    end++;
                }
                String language = line.substring(FENCE.length()).strip();
                blocks.add(new Block(at + 1, language, source, lines.subList(at + 1, end)));
                source = "";
                at = end;
            }
        }
        return blocks;
    }

    /**
     * A fenced block.
     *
     * @param line where it begins
     * @param language as given after the fence
     * @param source the file it says it is taken from, or ""
     * @param lines its content
     */
    private record Block(int line, String language, String source, List<String> lines) {}
}
