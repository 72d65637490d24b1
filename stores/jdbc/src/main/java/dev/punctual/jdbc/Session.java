package dev.punctual.jdbc;

/** Where statements run: in transactions of the store's own, or inside one of the caller's. */
interface Session {

    /** Carries out the work as one atomic step; repeats it if the database asks for that (a deadlock, for example). */
    <T> T step(Work<T> work);

    /** Carries out a single statement that is one atomic step by itself. */
    <T> T statement(Work<T> work);
}
