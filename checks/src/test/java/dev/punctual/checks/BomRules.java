package dev.punctual.checks;

import dev.punctual.checks.SourceFile.Finding;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** What holds for the bill of materials: it has no parent, so nothing but this keeps it in step. */
final class BomRules {

    /** Modules that are run, or that only the build needs; all others are depended on by users. */
    private static final Set<String> NOT_DEPENDED_ON =
            Set.of("bom", "server", "cli", "examples", "benchmarks", "suites", "checks");

    private BomRules() {}

    /** Every rule, by name. */
    static Map<String, Function<Repository, List<Finding>>> rules() {
        Map<String, Function<Repository, List<Finding>>> rules = new LinkedHashMap<>();
        rules.put("the bill of materials lists what users depend on", BomRules::listsWhatUsersDependOn);
        rules.put("the bill of materials has the versions of the build", BomRules::hasTheVersionsOfTheBuild);
        rules.put("the bill of materials has no parent", BomRules::hasNoParent);
        return rules;
    }

    private static List<Finding> listsWhatUsersDependOn(Repository repository) {
        return each(repository, (root, bom) -> {
            Set<String> expected = new TreeSet<>();
            for (Element module : below(root, "modules", "module")) {
                if (!NOT_DEPENDED_ON.contains(text(module))) {
                    pom(repository, text(module) + "/pom.xml")
                            .map(pom -> child(pom, "artifactId"))
                            .ifPresent(expected::add);
                }
            }
            Set<String> listed = new TreeSet<>();
            for (Element dependency : below(bom, "dependencyManagement", "dependencies", "dependency")) {
                listed.add(child(dependency, "artifactId"));
            }
            return expected.equals(listed)
                    ? Stream.empty()
                    : Stream.of("users depend on " + expected + ", but it lists " + listed);
        });
    }

    private static List<Finding> hasTheVersionsOfTheBuild(Repository repository) {
        return each(repository, (root, bom) -> {
            List<String> wrong = new ArrayList<>();
            if (!child(bom, "version").equals(child(root, "version"))) {
                wrong.add("its version is not " + child(root, "version"));
            }
            for (Element dependency : below(bom, "dependencyManagement", "dependencies", "dependency")) {
                if (!child(dependency, "version").equals("${project.version}")) {
                    wrong.add(child(dependency, "artifactId") + " has a version of its own");
                }
            }
            Map<String, String> plugins = plugins(root);
            plugins(bom).forEach((plugin, version) -> {
                if (!version.equals(plugins.get(plugin))) {
                    wrong.add(plugin + " has version " + version + ", the build has " + plugins.get(plugin));
                }
            });
            return wrong.stream();
        });
    }

    private static List<Finding> hasNoParent(Repository repository) {
        return each(
                repository,
                (root, bom) -> below(bom, "parent").stream()
                        .map(parent -> "its users would import every version that its parent manages"));
    }

    private interface Rule {
        Stream<String> findings(Element root, Element bom);
    }

    private static List<Finding> each(Repository repository, Rule rule) {
        Optional<Element> root = pom(repository, "pom.xml");
        Optional<SourceFile> bom = file(repository, "bom/pom.xml");
        if (root.isEmpty() || bom.isEmpty()) {
            return List.of();
        }
        return rule.findings(root.get(), parse(bom.get()))
                .map(what -> bom.get().finding(0, what))
                .toList();
    }

    /** The version of each plugin, by its name, with the properties of the same file put in. */
    private static Map<String, String> plugins(Element project) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (Element all : below(project, "properties")) {
            for (Element property : children(all)) {
                properties.put("${" + property.getTagName() + "}", text(property));
            }
        }
        Map<String, String> versions = new LinkedHashMap<>();
        List<Element> plugins = new ArrayList<>(below(project, "build", "pluginManagement", "plugins", "plugin"));
        plugins.addAll(below(project, "build", "plugins", "plugin"));
        for (Element plugin : plugins) {
            String version = child(plugin, "version");
            if (!version.isEmpty()) {
                versions.put(child(plugin, "artifactId"), properties.getOrDefault(version, version));
            }
        }
        return versions;
    }

    private static Optional<SourceFile> file(Repository repository, String path) {
        return repository.files().stream()
                .filter(file -> file.path().equals(path))
                .findFirst();
    }

    private static Optional<Element> pom(Repository repository, String path) {
        return file(repository, path).map(BomRules::parse);
    }

    private static Element parse(SourceFile file) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newDocumentBuilder()
                    .parse(new InputSource(new StringReader(file.text())))
                    .getDocumentElement();
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new IllegalStateException(file.path() + " cannot be read", e);
        }
    }

    private static List<Element> below(Element element, String... names) {
        List<Element> found = List.of(element);
        for (String name : names) {
            found = found.stream()
                    .flatMap(one -> children(one).stream())
                    .filter(one -> one.getTagName().equals(name))
                    .toList();
        }
        return found;
    }

    private static List<Element> children(Element element) {
        List<Element> children = new ArrayList<>();
        NodeList nodes = element.getChildNodes();
        for (int i = 0; i < nodes.getLength(); i++) {
            Node node = nodes.item(i);
            if (node instanceof Element child) {
                children.add(child);
            }
        }
        return children;
    }

    private static String child(Element element, String name) {
        return below(element, name).stream().findFirst().map(BomRules::text).orElse("");
    }

    private static String text(Element element) {
        return element.getTextContent().strip();
    }
}
