package dev.punctual.jdbc;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What is particular to one kind of server. Immutable. */
interface ServerSetup {

    /** The one user of every server, and the password of that user. */
    String USER = "punctual";

    String PASSWORD = "punctual";

    /** The name of the kind, in small letters. */
    String name();

    /** Lays a new server's files into an empty folder. */
    void initialize(Path folder) throws IOException;

    /** Returns the command that runs the server in the foreground, on 127.0.0.1 only. */
    List<String> command(Path folder, int port);

    /** Returns the name of the database that every server of this kind has. */
    String firstDatabase();

    /** Returns the JDBC URL of a database, with user and password in it. */
    String url(int port, String database);

    /** Returns the statement that drops a database, whoever is connected to it. */
    String drop(String database);

    /** Whether the server's own rules forbid it to run as the user of this process, or ask for a word about it. */
    static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }
}
