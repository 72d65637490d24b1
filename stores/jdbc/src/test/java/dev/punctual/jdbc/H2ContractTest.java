package dev.punctual.jdbc;

import dev.punctual.contract.StoreUnderTest;
import dev.punctual.testing.ManualTime;

class H2ContractTest implements SqlStoreContract {

    private final SqlStore subject = new SqlStore(SqlServer.H2);

    @Override
    public StoreUnderTest subject() {
        return subject;
    }

    @Override
    public ManualTime time() {
        return subject.time();
    }
}
