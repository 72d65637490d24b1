package dev.punctual.checks;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.checks.SourceFile.Finding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs every rule about files over the source tree, and over a folder into which a breach of it was planted. */
class TidinessTest {

    private static final Repository OURS = Repository.ours();

    private static final Map<String, Function<Repository, List<Finding>>> RULES = rules();

    private static final String JAVA = "core/src/main/java/dev/punctual/Planted.java";

    /** Rule -> files, path and content by turns, of which the first breaks the rule and the others are in order. */
    private static final Map<String, List<String>> BREACHES = Map.ofEntries(
            entry("only images are binary", List.of("a.bin", "a\0b", "logo.png", "a\0b")),
            entry("lines end with a line feed", List.of("a.md", "one\r\ntwo\n", "b.md", "one\n")),
            entry("the last line ends", List.of("a.md", "one", "b.md", "one\n", "c.md", "")),
            entry("no trailing whitespace", List.of("a.md", "one \n", "b.md", "one\n")),
            entry("no tabs in Java", List.of(JAVA, "\tclass A {}\n", "b.sh", "\techo\n")),
            entry(
                    "no paths of one machine",
                    List.of("a.md", path("home"), "b.md", "https://example.org" + path("home"))),
            entry(
                    "no registry hosts",
                    List.of("a.md", "https:" + "//repo1.example.org/x\n", "b.md", "the repo is https://example.org\n")),
            entry(
                    "open points carry an issue number",
                    List.of(JAVA, "// TO" + "DO later\n", "B.java", "// TO" + "DO(#7) later\n")),
            entry(
                    "lines of Java fit",
                    List.of(JAVA, "// " + "x".repeat(118) + "\n", "B.java", "// " + "x".repeat(117) + "\n")),
            entry(
                    "the README stays short",
                    List.of("README.md", "x\n".repeat(201), "docs/README.md", "x\n".repeat(201))),
            entry("scripts can be run", List.of("run", "#!/bin/sh\n", "readme", "no script\n")),
            entry(
                    "modules say what they are",
                    List.of("a/pom.xml", "<project/>\n", "b/pom.xml", "<project/>\n", "b/README.md", "b\n")),
            entry("packages are null-marked", List.of(JAVA, "package dev.punctual;\n")),
            entry("the bill of materials lists what users depend on", bom("")),
            entry("the bill of materials has the versions of the build", bom(managed("<version>7</version>"))),
            entry(
                    "the bill of materials has no parent",
                    bom("<parent/>" + managed("<version>${project.version}</version>"))),
            entry(
                    "links lead somewhere",
                    List.of(
                            "docs/a.md",
                            "[b](b.md)\n",
                            "c.md",
                            "[a](docs/a.md#x) [web](https://example.org) [here](#x)\n")),
            entry(
                    "snippets are real code",
                    List.of(
                            "docs/a.md",
                            snippet("int b;"),
                            "docs/b.md",
                            snippet("int a;\n// ...\nint c;"),
                            "A.java",
                            "int a;\nint x;\n\n  int c;\n")),
            entry(
                    "Java in the README is a snippet",
                    List.of("README.md", "```java\nint a;\n```\n", "docs/a.md", "```java\nint a;\n```\n")),
            entry(
                    "files fit",
                    List.of(JAVA, "\n".repeat(401), "B.java", "// Design note: one table.\n" + "\n".repeat(401))),
            entry(
                    "methods fit",
                    List.of(
                            JAVA,
                            "class A { void a() {" + "\n".repeat(70) + "} }\n",
                            "B.java",
                            "class A { void a(int b, int c, int d, int e, int f) {} }\n")),
            entry(
                    "methods have few parameters",
                    List.of(
                            JAVA,
                            "class A { void a(int b, int c, int d, int e, int f, int g) {} }\n",
                            "B.java",
                            "record A(int b, int c, int d, int e, int f, int g) {}\n")),
            entry(
                    "public types say who may call them",
                    List.of(
                            JAVA,
                            "/** A thing. */ public class A {}\n",
                            "core/src/main/java/B.java",
                            "/** A thing. Thread-safe. */ public class B {}\n")));

    @ParameterizedTest
    @MethodSource("ruleNames")
    void ourFiles_keepTheRule(String name) {
        assertThat(findings(name, OURS)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("ruleNames")
    void plantedFile_isCaughtByTheRule(String name, @TempDir Path folder) throws IOException {
        List<String> files = BREACHES.getOrDefault(name, List.of());
        assertThat(files).as("planted breach of: " + name).isNotEmpty();
        for (int at = 0; at < files.size(); at += 2) {
            write(folder.resolve(files.get(at)), files.get(at + 1));
        }

        List<Finding> findings = findings(name, Repository.read(folder));

        assertThat(findings).hasSize(1);
        assertThat(files.get(0)).startsWith(findings.get(0).path());
    }

    private static Stream<String> ruleNames() {
        return RULES.keySet().stream();
    }

    private static Map<String, Function<Repository, List<Finding>>> rules() {
        Map<String, Function<Repository, List<Finding>>> all = new LinkedHashMap<>(TextRules.rules());
        all.putAll(MarkdownRules.rules());
        all.putAll(JavaRules.rules());
        all.putAll(BomRules.rules());
        return all;
    }

    private static List<Finding> findings(String rule, Repository repository) {
        Function<Repository, List<Finding>> check = RULES.get(rule);
        assertThat(check).as(rule).isNotNull();
        return check.apply(repository);
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }

    private static String path(String top) {
        return "/" + top + "/someone/file\n";
    }

    private static String snippet(String code) {
        return "<!-- snippet: A.java -->\n```java\n" + code + "\n```\n";
    }

    /** A build of one module and its bill of materials. */
    private static List<String> bom(String content) {
        return List.of(
                "bom/pom.xml",
                "<project><version>1</version>" + content + "</project>\n",
                "pom.xml",
                "<project><version>1</version><modules><module>bom</module><module>core</module></modules></project>\n",
                "core/pom.xml",
                "<project><artifactId>the-core</artifactId></project>\n");
    }

    private static String managed(String version) {
        return "<dependencyManagement><dependencies><dependency><artifactId>the-core</artifactId>" + version
                + "</dependency></dependencies></dependencyManagement>";
    }
}
