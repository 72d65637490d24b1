package dev.punctual.checks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One file of the source tree.
 *
 * @param path relative to the top folder, with forward slashes
 * @param absolute where it is
 * @param text its content read as UTF-8
 */
record SourceFile(String path, Path absolute, String text) {

    static SourceFile read(Path root, Path file) throws IOException {
        String path = root.relativize(file).toString().replace('\\', '/');
        return new SourceFile(path, file, new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
    }

    List<String> lines() {
        return text.lines().toList();
    }

    boolean isImage() {
        return path.endsWith(".png") || path.endsWith(".jpg") || path.endsWith(".gif") || path.endsWith(".ico");
    }

    /** True if the content is not text: it holds a NUL or bytes that are no UTF-8. */
    boolean isBinary() {
        return text.indexOf('\0') >= 0 || text.indexOf('\uFFFD') >= 0;
    }

    Finding finding(int line, String what) {
        return new Finding(path, line, what);
    }

    /**
     * Something that is not in order.
     *
     * @param path the file
     * @param line counted from 1; 0 for the file as a whole
     * @param what in words
     */
    record Finding(String path, int line, String what) {
        @Override
        public String toString() {
            return path + ":" + line + ": " + what;
        }
    }
}
