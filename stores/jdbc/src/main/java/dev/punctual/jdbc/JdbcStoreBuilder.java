package dev.punctual.jdbc;

import dev.punctual.Durability;
import dev.punctual.StoreSettings;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * Makes a {@link JdbcTaskStore}. Not thread-safe.
 *
 * <p>The namespace of the settings begins the names of the tables: {@code punctual} makes {@code punctual_task}.
 */
public final class JdbcStoreBuilder {

    /** Longest wait for an answer of the database before a link counts as cut: 30 s by default. */
    public static final Duration TIMEOUT = Duration.ofSeconds(30);
    /** How soon a task must be due for other processes to be told at once: 2 s by default. */
    public static final Duration HINT_WINDOW = Duration.ofSeconds(2);

    private final DataSource dataSource;
    private StoreSettings settings = StoreSettings.DEFAULT;
    private Duration timeout = TIMEOUT;
    private Duration hintWindow = HINT_WINDOW;
    private boolean notifies = true;
    private boolean createsTables = true;
    private Durability leastDurability = Durability.D0;
    private Runnable afterClose = () -> {};
    private String clock = "";

    JdbcStoreBuilder(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Sets namespace, limits and retention. */
    public JdbcStoreBuilder settings(StoreSettings value) {
        settings = value;
        return this;
    }

    /**
     * Sets the longest wait for an answer of the database; {@link #TIMEOUT} by default.
     *
     * @throws IllegalArgumentException if it is shorter than 1 s or longer than 1 h
     */
    public JdbcStoreBuilder timeout(Duration value) {
        timeout = within("timeout", value, Duration.ofSeconds(1), Duration.ofHours(1));
        return this;
    }

    /**
     * Sets how soon a task must be due for other processes to be told at once (PostgreSQL); {@link #HINT_WINDOW} by
     * default. It should be longer than the longest floor poll of a worker.
     *
     * @throws IllegalArgumentException if it is negative or longer than 1 h
     */
    public JdbcStoreBuilder hintWindow(Duration value) {
        hintWindow = within("hintWindow", value, Duration.ZERO, Duration.ofHours(1));
        return this;
    }

    /**
     * Turns off LISTEN and NOTIFY on PostgreSQL, for poolers that cannot keep a session (PgBouncer by transaction):
     * workers then see a task that another process schedules for the next moment only at their next poll.
     */
    public JdbcStoreBuilder pollOnly() {
        notifies = false;
        return this;
    }

    /** Leaves the tables to Flyway, Liquibase or a person: they are checked, never created or changed. */
    public JdbcStoreBuilder leaveTablesAlone() {
        createsTables = false;
        return this;
    }

    /**
     * Refuses to open a database whose settings keep less than this; {@link Durability#D0} by default, which refuses
     * none. The class is read from the live settings of the server (see {@link JdbcTaskStore#capabilities}).
     */
    public JdbcStoreBuilder requireDurability(Durability least) {
        leastDurability = least;
        return this;
    }

    /** Sets what the store does when it has been closed: it closes the pool that was made for it. */
    JdbcStoreBuilder afterClose(Runnable action) {
        afterClose = action;
        return this;
    }

    /** Replaces the clock of the server by another expression of epoch microseconds, for tests. */
    JdbcStoreBuilder clock(String expression) {
        clock = expression;
        return this;
    }

    private static Duration within(String name, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new IllegalArgumentException(name + " must be " + min + " to " + max + ", was " + value);
        }
        return value;
    }

    /**
     * Opens the store: finds out what database it is, creates or brings up to date the tables, checks that they and the
     * settings of the server are safe.
     *
     * @throws IllegalArgumentException if the namespace cannot begin the name of a table
     * @throws dev.punctual.StoreException if the database cannot be reached, or is not safe; the message says what to
     *     change
     */
    public JdbcTaskStore build() {
        return new JdbcTaskStore(new Engine(this, new Opening(this).open()));
    }

    DataSource dataSource() {
        return dataSource;
    }

    StoreSettings settings() {
        return settings;
    }

    Duration timeout() {
        return timeout;
    }

    Duration hintWindow() {
        return hintWindow;
    }

    boolean notifies() {
        return notifies;
    }

    boolean createsTables() {
        return createsTables;
    }

    Durability leastDurability() {
        return leastDurability;
    }

    Runnable afterClose() {
        return afterClose;
    }

    String clock() {
        return clock;
    }
}
