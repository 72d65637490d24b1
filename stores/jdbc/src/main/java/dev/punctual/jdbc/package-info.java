/** Tasks in a SQL database: PostgreSQL, MariaDB, MySQL, H2. */
@NullMarked
package dev.punctual.jdbc;

import org.jspecify.annotations.NullMarked;
