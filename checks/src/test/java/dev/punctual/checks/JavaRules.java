package dev.punctual.checks;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePathScanner;
import dev.punctual.checks.SourceFile.Finding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntBiFunction;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** What holds for Java sources, read with the compiler's own parser. */
final class JavaRules {

    private static final int FILE_LINES_MAX = 400;
    private static final int METHOD_LINES_MAX = 70;
    private static final int PARAMETERS_MAX = 5;

    /** A longer file says near its top why it is worth it. */
    private static final String EXCUSE = "Design note:";

    private static final int EXCUSE_WITHIN_LINES = 60;

    /** The contract is left out: its types are tests, and JUnit alone calls them. */
    private static final Pattern LIBRARIES =
            Pattern.compile("(core|testing|codec-\\w+|stores/(?!contract/)\\w+)/src/main/");

    /** Classes that stand before those of others, whose constructors they must have. */
    private static final Pattern FACES_OF_OTHERS = Pattern.compile("suites/src/test/java/(?!dev/punctual/)");

    private static final Pattern SAYS_WHO_MAY_CALL =
            Pattern.compile("thread-safe|immutable|called by|called on|implemented by", Pattern.CASE_INSENSITIVE);

    private JavaRules() {}

    /** Every rule, by name. */
    static Map<String, Function<Repository, List<Finding>>> rules() {
        Map<String, Function<Repository, List<Finding>>> rules = new LinkedHashMap<>();
        rules.put("files fit", JavaRules::filesFit);
        rules.put("methods fit", repository -> scan(repository, JavaRules::longMethods));
        rules.put("methods have few parameters", repository -> scan(repository, JavaRules::longParameterLists));
        rules.put("public types say who may call them", repository -> scan(repository, ThreadSafety::new));
        return rules;
    }

    private static List<Finding> filesFit(Repository repository) {
        return repository
                .named(".java")
                .filter(file -> file.lines().size() > FILE_LINES_MAX)
                .filter(file ->
                        file.lines().stream().limit(EXCUSE_WITHIN_LINES).noneMatch(line -> line.contains(EXCUSE)))
                .map(file -> file.finding(
                        0,
                        "has " + file.lines().size() + " lines, more than " + FILE_LINES_MAX + ", and no \"" + EXCUSE
                                + "\" near its top"))
                .toList();
    }

    private static List<Finding> scan(
            Repository repository, Function<ParsedJava, TreePathScanner<Void, List<Finding>>> scanner) {
        List<Finding> findings = new ArrayList<>();
        for (ParsedJava parsed : ParsedJava.all(repository)) {
            scanner.apply(parsed).scan(parsed.unit(), findings);
        }
        return findings;
    }

    private static Oversized longMethods(ParsedJava parsed) {
        return new Oversized(parsed, (method, owner) -> parsed.lines(method), METHOD_LINES_MAX, "lines");
    }

    private static Oversized longParameterLists(ParsedJava parsed) {
        boolean free = FACES_OF_OTHERS.matcher(parsed.file().path()).lookingAt();
        return new Oversized(parsed, JavaRules::parameters, free ? Integer.MAX_VALUE : PARAMETERS_MAX, "parameters");
    }

    /** Components of a record are its content, not a parameter list that someone has to get in order. */
    private static int parameters(MethodTree method, Tree owner) {
        boolean isOfRecord = owner.getKind() == Tree.Kind.RECORD && method.getReturnType() == null;
        return isOfRecord ? 0 : method.getParameters().size();
    }

    /** Finds the methods of which a measure is above a limit. */
    private static final class Oversized extends TreePathScanner<Void, List<Finding>> {
        private final ParsedJava parsed;
        private final ToIntBiFunction<MethodTree, Tree> measure;
        private final int max;
        private final String unit;

        Oversized(ParsedJava parsed, ToIntBiFunction<MethodTree, Tree> measure, int max, String unit) {
            this.parsed = parsed;
            this.measure = measure;
            this.max = max;
            this.unit = unit;
        }

        @Override
        public Void visitMethod(MethodTree method, List<Finding> findings) {
            int size =
                    measure.applyAsInt(method, getCurrentPath().getParentPath().getLeaf());
            if (size > max) {
                String what = method.getName() + " has " + size + " " + unit + ", more than " + max;
                findings.add(parsed.file().finding(parsed.line(method), what));
            }
            return super.visitMethod(method, findings);
        }
    }

    /** The Javadoc of a public class or interface of a library says whether it is thread-safe. */
    private static final class ThreadSafety extends TreePathScanner<Void, List<Finding>> {
        private final ParsedJava parsed;

        ThreadSafety(ParsedJava parsed) {
            this.parsed = parsed;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, List<Finding> findings) {
            String comment = String.valueOf(parsed.trees().getDocComment(getCurrentPath()));
            if (isBound(type) && !SAYS_WHO_MAY_CALL.matcher(comment).find()) {
                String what = type.getSimpleName() + " says neither \"Thread-safe.\" nor who may call it";
                findings.add(parsed.file().finding(parsed.line(type), what));
            }
            // Nested types belong to the outer one, so there is no going further down.
            return null;
        }

        /** Records, enums and exceptions hold nothing that changes: nobody asks. */
        private boolean isBound(ClassTree type) {
            return LIBRARIES.matcher(parsed.file().path()).lookingAt()
                    && type.getModifiers().getFlags().contains(Modifier.PUBLIC)
                    && (type.getKind() == Tree.Kind.CLASS || type.getKind() == Tree.Kind.INTERFACE)
                    && !type.getSimpleName().toString().endsWith("Exception");
        }
    }
}
