package dev.punctual.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/** What is done on a connection. */
interface Work<T> {
    T on(Connection connection) throws SQLException;
}
