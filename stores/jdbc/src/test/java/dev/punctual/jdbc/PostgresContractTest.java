package dev.punctual.jdbc;

import dev.punctual.contract.StoreUnderTest;
import dev.punctual.testing.ManualTime;

class PostgresContractTest implements SqlStoreContract {

    private final SqlStore subject = new SqlStore(SqlServer.POSTGRESQL);

    @Override
    public StoreUnderTest subject() {
        return subject;
    }

    @Override
    public ManualTime time() {
        return subject.time();
    }
}
