package dev.punctual.jdbc;

class MariaDbContractTest implements SqlStoreContract {

    private final SqlStore store = new SqlStore(SqlServer.MARIADB);

    @Override
    public SqlStore sql() {
        return store;
    }
}
