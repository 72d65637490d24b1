package dev.punctual.jdbc;

/**
 * Where a dialect says what its tables are like. Each query has two parameters, the schema and a pattern of names, and
 * shows for each row:
 *
 * @param tables name, storage
 * @param columns table, name, type, most characters or bytes, character set, collation, 1 if it may be null
 * @param indexes table, index, 1 if unique, column, condition; the columns of an index in their order
 */
record CatalogQueries(String tables, String columns, String indexes) {

    private static final CatalogQueries POSTGRESQL = new CatalogQueries("""
            SELECT c.relname, CASE c.relpersistence WHEN 'p' THEN 'logged' WHEN 'u' THEN 'unlogged'
                ELSE 'temporary' END
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = ? AND c.relname LIKE ? ESCAPE '!' AND c.relkind IN ('r', 'p')
            """, """
            SELECT c.relname, a.attname, format_type(a.atttypid, NULL),
                CASE WHEN a.atttypid IN ('varchar'::regtype, 'bpchar'::regtype) AND a.atttypmod > 4
                    THEN a.atttypmod - 4 ELSE 0 END,
                '', l.collname,
                CASE WHEN a.attnotnull THEN 0 ELSE 1 END
            FROM pg_catalog.pg_attribute a
            JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
            JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            LEFT JOIN pg_catalog.pg_collation l ON l.oid = a.attcollation
            WHERE n.nspname = ? AND c.relname LIKE ? ESCAPE '!' AND c.relkind IN ('r', 'p') AND a.attnum > 0
                AND NOT a.attisdropped
            """, """
            SELECT c.relname, x.relname, CASE WHEN i.indisunique THEN 1 ELSE 0 END, a.attname,
                pg_get_expr(i.indpred, i.indrelid)
            FROM pg_catalog.pg_index i
            JOIN pg_catalog.pg_class c ON c.oid = i.indrelid
            JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
            JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            CROSS JOIN LATERAL generate_series(0, i.indnkeyatts - 1) AS k (at)
            LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[k.at]
                AND a.attnum > 0
            WHERE n.nspname = ? AND c.relname LIKE ? ESCAPE '!' AND i.indisvalid
            ORDER BY c.relname, x.relname, k.at
            """);

    private static final CatalogQueries MARIADB = new CatalogQueries("""
            SELECT table_name, engine FROM information_schema.tables
            WHERE table_schema = ? AND table_name LIKE ? ESCAPE '!' AND table_type = 'BASE TABLE'
            """, """
            SELECT table_name, column_name, data_type, character_maximum_length, character_set_name, collation_name,
                CASE is_nullable WHEN 'YES' THEN 1 ELSE 0 END
            FROM information_schema.columns WHERE table_schema = ? AND table_name LIKE ? ESCAPE '!'
            """, """
            SELECT table_name, index_name, 1 - non_unique,
                CASE WHEN sub_part IS NULL THEN column_name ELSE CONCAT(column_name, '(', sub_part, ')') END, ''
            FROM information_schema.statistics
            WHERE table_schema = ? AND table_name LIKE ? ESCAPE '!' AND index_type = 'BTREE'
            ORDER BY table_name, index_name, seq_in_index
            """);

    private static final CatalogQueries H2 = new CatalogQueries("""
            SELECT table_name, storage_type FROM information_schema.tables
            WHERE table_schema = ? AND LOWER(table_name) LIKE ? ESCAPE '!' AND table_type = 'BASE TABLE'
            """, """
            SELECT table_name, column_name, data_type, character_maximum_length, '', collation_name,
                CASE is_nullable WHEN 'YES' THEN 1 ELSE 0 END
            FROM information_schema.columns WHERE table_schema = ? AND LOWER(table_name) LIKE ? ESCAPE '!'
            """, """
            SELECT c.table_name, c.index_name, CASE WHEN c.is_unique THEN 1 ELSE 0 END, c.column_name, ''
            FROM information_schema.index_columns c
            WHERE c.table_schema = ? AND LOWER(c.table_name) LIKE ? ESCAPE '!'
            ORDER BY c.table_name, c.index_name, c.ordinal_position
            """);

    static CatalogQueries of(Dialect dialect) {
        return switch (dialect) {
            case POSTGRESQL -> POSTGRESQL;
            case MARIADB, MYSQL -> MARIADB;
            case H2 -> H2;
        };
    }
}
