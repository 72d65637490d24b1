package dev.punctual.checks;

import static java.util.Objects.requireNonNull;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * A Java source as the compiler's parser sees it.
 *
 * @param file the source
 * @param unit its syntax tree
 * @param trees where the parts of the tree stand in the text, and their Javadoc
 */
record ParsedJava(SourceFile file, CompilationUnitTree unit, DocTrees trees) {

    /** Parses all Java files in one run of the compiler, which is far cheaper than one run for each. */
    static List<ParsedJava> all(Repository repository) {
        Map<URI, Source> sources =
                repository.named(".java").map(Source::new).collect(Collectors.toMap(Source::toUri, source -> source));
        if (sources.isEmpty()) {
            return List.of();
        }
        JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, problem -> {}, List.of("-proc:none"), null, sources.values());
        DocTrees trees = DocTrees.instance(task);
        List<ParsedJava> parsed = new ArrayList<>();
        try {
            for (CompilationUnitTree unit : task.parse()) {
                Source source = sources.get(unit.getSourceFile().toUri());
                parsed.add(new ParsedJava(requireNonNull(source).file, unit, trees));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return parsed;
    }

    int lines(Tree tree) {
        return lineAt(trees.getSourcePositions().getEndPosition(unit, tree)) - line(tree) + 1;
    }

    int line(Tree tree) {
        return lineAt(trees.getSourcePositions().getStartPosition(unit, tree));
    }

    private int lineAt(long position) {
        return (int) unit.getLineMap().getLineNumber(position);
    }

    /** A source handed to the compiler as text. */
    private static final class Source extends SimpleJavaFileObject {
        private final SourceFile file;

        Source(SourceFile file) {
            super(URI.create("string:///" + file.path()), Kind.SOURCE);
            this.file = file;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return file.text();
        }
    }
}
