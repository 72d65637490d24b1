package dev.punctual.jdbc;

import dev.punctual.contract.StoreUnderTest;
import dev.punctual.testing.ManualTime;

class MariaDbContractTest implements SqlStoreContract {

    private final SqlStore subject = new SqlStore(SqlServer.MARIADB);

    @Override
    public StoreUnderTest subject() {
        return subject;
    }

    @Override
    public ManualTime time() {
        return subject.time();
    }
}
