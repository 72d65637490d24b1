package dev.punctual.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.Capability;
import org.junit.jupiter.api.Test;

class H2ContractTest implements SqlStoreContract {

    private final SqlStore store = new SqlStore(SqlServer.H2);

    @Override
    public SqlStore sql() {
        return store;
    }

    /** In memory: what is stored outlives the store, but not the process, so it must not be offered. */
    @Override
    @Test
    public void restart_isOfferedByName() {
        assertThat(store().capabilities().has(Capability.DURABLE)).isFalse();
    }
}
