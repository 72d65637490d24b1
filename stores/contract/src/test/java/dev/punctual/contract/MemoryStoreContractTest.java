package dev.punctual.contract;

import dev.punctual.memory.MemoryTaskStore;
import dev.punctual.testing.ManualTime;

class MemoryStoreContractTest
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
                RandomOperationsContract {

    private final HandMovedStore subject = new HandMovedStore(MemoryTaskStore::open);

    @Override
    public StoreUnderTest subject() {
        return subject;
    }

    @Override
    public ManualTime time() {
        return subject.time();
    }
}
