package dev.punctual.checks;

import dev.punctual.checks.SourceFile.Finding;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What holds for the text of every file. */
final class TextRules {

    /** A folder of one person's machine, not preceded by what would make it part of a URL or a relative path. */
    private static final Pattern MACHINE_PATH =
            Pattern.compile("(?<![\\w.:~}/-])/(?:home|root|Users|work|mnt)/\\w|\\b[A-Z]:\\\\\\w");

    private static final Pattern REGISTRY =
            Pattern.compile("https?://[\\w.-]*\\b(?:repo\\d*|registry|mirrors?|nexus|artifactory)\\b[\\w.-]*");

    /** Assembled, so that this file does not find itself. */
    private static final Pattern OPEN_POINT = Pattern.compile("\\b(?:TO" + "DO|FIX" + "ME|XX" + "X)\\b(?!\\(#\\d+\\))");

    private static final int LINE_LENGTH_MAX = 120;

    private static final int README_LINES_MAX = 200;

    private TextRules() {}

    /** Every rule, by name. */
    static Map<String, Function<Repository, List<Finding>>> rules() {
        Map<String, Function<Repository, List<Finding>>> rules = new LinkedHashMap<>();
        rules.put("only images are binary", TextRules::onlyImagesAreBinary);
        rules.put("lines end with a line feed", eachText(TextRules::carriageReturn));
        rules.put("the last line ends", TextRules::lastLineEnds);
        rules.put("no trailing whitespace", eachText((file, line) -> trailingWhitespace(line)));
        rules.put("no tabs in Java", eachText(TextRules::tab));
        rules.put("no paths of one machine", eachText((file, line) -> found(MACHINE_PATH, line)));
        rules.put("no registry hosts", eachText((file, line) -> found(REGISTRY, line)));
        rules.put("open points carry an issue number", eachText(TextRules::openPoint));
        rules.put("lines of Java fit", eachText(TextRules::longLine));
        rules.put("the README stays short", TextRules::readmeStaysShort);
        rules.put("scripts can be run", TextRules::scriptsCanBeRun);
        rules.put("modules say what they are", TextRules::modulesSayWhatTheyAre);
        rules.put("packages are null-marked", TextRules::packagesAreNullMarked);
        return rules;
    }

    private static Function<Repository, List<Finding>> eachText(
            BiFunction<SourceFile, String, @Nullable String> check) {
        return repository -> {
            List<Finding> findings = new ArrayList<>();
            for (SourceFile file : repository.files()) {
                if (file.isBinary()) {
                    continue;
                }
                int number = 0;
                for (String line : file.text().split("\n", -1)) {
                    number++;
                    String what = check.apply(file, line);
                    if (what != null) {
                        findings.add(file.finding(number, what));
                    }
                }
            }
            return findings;
        };
    }

    private static List<Finding> onlyImagesAreBinary(Repository repository) {
        return repository.files().stream()
                .filter(file -> file.isBinary() && !file.isImage())
                .map(file -> file.finding(0, "is binary and no image"))
                .toList();
    }

    private static List<Finding> lastLineEnds(Repository repository) {
        return repository.files().stream()
                .filter(file -> !file.isBinary()
                        && !file.text().isEmpty()
                        && !file.text().endsWith("\n"))
                .map(file -> file.finding(file.lines().size(), "the last line has no end"))
                .toList();
    }

    private static @Nullable String carriageReturn(SourceFile file, String line) {
        return line.endsWith("\r") ? "ends with a carriage return" : null;
    }

    private static @Nullable String trailingWhitespace(String line) {
        return line.endsWith(" ") || line.endsWith("\t") ? "ends with whitespace" : null;
    }

    private static @Nullable String tab(SourceFile file, String line) {
        return file.path().endsWith(".java") && line.contains("\t") ? "has a tab" : null;
    }

    private static @Nullable String longLine(SourceFile file, String line) {
        return file.path().endsWith(".java") && line.length() > LINE_LENGTH_MAX
                ? "has " + line.length() + " characters, more than " + LINE_LENGTH_MAX
                : null;
    }

    private static @Nullable String openPoint(SourceFile file, String line) {
        return file.path().endsWith(".md") ? null : found(OPEN_POINT, line);
    }

    private static @Nullable String found(Pattern pattern, String line) {
        return pattern.matcher(line).find() ? "must not be here: " + line.strip() : null;
    }

    private static List<Finding> readmeStaysShort(Repository repository) {
        return repository.files().stream()
                .filter(file -> file.path().equals("README.md") && file.lines().size() > README_LINES_MAX)
                .map(file -> file.finding(0, "has more than " + README_LINES_MAX + " lines"))
                .toList();
    }

    private static List<Finding> scriptsCanBeRun(Repository repository) {
        return repository.files().stream()
                .filter(file -> file.text().startsWith("#!") && !Files.isExecutable(file.absolute()))
                .map(file -> file.finding(1, "begins with #! and is not executable"))
                .toList();
    }

    private static List<Finding> modulesSayWhatTheyAre(Repository repository) {
        return repository
                .named("/pom.xml")
                .filter(pom ->
                        Stream.of("README.md", "package-info.java").noneMatch(name -> holds(repository, pom, name)))
                .map(pom -> pom.finding(0, "its module has neither a README.md nor a package-info.java"))
                .toList();
    }

    private static boolean holds(Repository repository, SourceFile pom, String name) {
        return repository.named("/" + name).anyMatch(file -> file.path().startsWith(module(pom)));
    }

    private static String module(SourceFile pom) {
        return pom.path().substring(0, pom.path().length() - "pom.xml".length());
    }

    private static List<Finding> packagesAreNullMarked(Repository repository) {
        return repository
                .named(".java")
                .filter(file -> file.path().contains("/src/main/java/"))
                .map(file -> file.path().substring(0, file.path().lastIndexOf('/')))
                .distinct()
                .filter(folder -> repository
                        .named("package-info.java")
                        .noneMatch(info -> info.path().equals(folder + "/package-info.java")
                                && info.text().contains("@NullMarked")))
                .map(folder -> new Finding(folder, 0, "has no package-info.java with @NullMarked"))
                .toList();
    }
}
