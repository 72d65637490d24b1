package dev.punctual.rocksdb;

import dev.punctual.Limits;
import dev.punctual.Retention;
import dev.punctual.TaskStore;
import dev.punctual.contract.BatchContract;
import dev.punctual.contract.CancelContract;
import dev.punctual.contract.CapabilityContract;
import dev.punctual.contract.ClaimContract;
import dev.punctual.contract.ClockContract;
import dev.punctual.contract.ConcurrencyContract;
import dev.punctual.contract.CountContract;
import dev.punctual.contract.EmbeddedClockContract;
import dev.punctual.contract.EmbeddedRestartContract;
import dev.punctual.contract.HandMovedStore;
import dev.punctual.contract.IdentityContract;
import dev.punctual.contract.LeaseContract;
import dev.punctual.contract.LimitsContract;
import dev.punctual.contract.NextDueContract;
import dev.punctual.contract.OperatorContract;
import dev.punctual.contract.OrderContract;
import dev.punctual.contract.PayloadContract;
import dev.punctual.contract.QueryContract;
import dev.punctual.contract.RandomOperationsContract;
import dev.punctual.contract.RescheduleContract;
import dev.punctual.contract.RetentionContract;
import dev.punctual.contract.ScheduleContract;
import dev.punctual.contract.SettleContract;
import dev.punctual.contract.StoreUnderTest;
import dev.punctual.contract.SuspectContract;
import dev.punctual.contract.TokenContract;
import dev.punctual.testing.ManualTime;
import java.nio.file.Path;
import java.time.Duration;

class RocksStoreContractTest
        implements ScheduleContract,
                ClaimContract,
                NextDueContract,
                SettleContract,
                LeaseContract,
                SuspectContract,
                CancelContract,
                RescheduleContract,
                OperatorContract,
                TokenContract,
                OrderContract,
                LimitsContract,
                IdentityContract,
                PayloadContract,
                QueryContract,
                CountContract,
                BatchContract,
                RetentionContract,
                CapabilityContract,
                ConcurrencyContract,
                ClockContract,
                EmbeddedClockContract,
                RandomOperationsContract,
                EmbeddedRestartContract {

    private final InDirectory subject = new InDirectory();

    @Override
    public StoreUnderTest subject() {
        return subject;
    }

    @Override
    public ManualTime time() {
        return subject.store.time();
    }

    /** A store in a directory of its own, which goes with it. */
    private static final class InDirectory implements StoreUnderTest {
        private final Path directory = Directories.create();
        /** Without syncs, which only a power cut could tell from this. */
        private final HandMovedStore store = new HandMovedStore(settings ->
                RocksTaskStore.open(directory, settings, (database, batch, sync) -> database.write(batch, false)));

        @Override
        public void open(Limits limits, Retention retention) {
            store.open(limits, retention);
        }

        @Override
        public TaskStore store() {
            return store.store();
        }

        @Override
        public void advance(Duration span) {
            store.advance(span);
        }

        @Override
        public void close() {
            store.close();
            Directories.delete(directory);
        }
    }
}
