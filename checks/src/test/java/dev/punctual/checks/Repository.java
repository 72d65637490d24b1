package dev.punctual.checks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The files of a source tree that belong to it: everything but build outputs, local data and what an editor leaves.
 *
 * @param root the top folder
 * @param files all files, sorted
 */
record Repository(Path root, List<SourceFile> files) {

    /** Hidden folders that are part of the source. */
    private static final Set<String> HIDDEN_BUT_OURS = Set.of(".ci", ".mvn", ".github");

    private static final Set<String> NOT_SOURCE = Set.of("target", "node_modules", "punctual-data");

    private static final Set<String> LEFT_BY_TOOLS = Set.of(".iml", ".log", ".DS_Store");

    /** Reads the tree that this module is part of. */
    static Repository ours() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve(".mvn"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("not started inside the source tree: no folder .mvn above");
            }
        }
        return read(folder);
    }

    /** Reads the tree below a folder. */
    static Repository read(Path root) {
        List<SourceFile> files = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return folder.equals(root) || isSource(folder.getFileName().toString())
                            ? FileVisitResult.CONTINUE
                            : FileVisitResult.SKIP_SUBTREE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    if (LEFT_BY_TOOLS.stream().noneMatch(file.toString()::endsWith) && !file.endsWith(".git")) {
                        files.add(SourceFile.read(root, file));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        files.sort((a, b) -> a.path().compareTo(b.path()));
        return new Repository(root, List.copyOf(files));
    }

    private static boolean isSource(String folder) {
        return folder.startsWith(".") ? HIDDEN_BUT_OURS.contains(folder) : !NOT_SOURCE.contains(folder);
    }

    /** The files whose names end in one of the given ways. */
    Stream<SourceFile> named(String... endings) {
        return files.stream().filter(file -> Stream.of(endings).anyMatch(file.path()::endsWith));
    }
}
