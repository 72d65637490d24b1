package dev.punctual.jdbc;

class PostgresContractTest implements SqlStoreContract {

    private final SqlStore store = new SqlStore(SqlServer.POSTGRESQL);

    @Override
    public SqlStore sql() {
        return store;
    }
}
