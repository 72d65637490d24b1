package dev.punctual.jdbc;

import dev.punctual.contract.BatchContract;
import dev.punctual.contract.CancelContract;
import dev.punctual.contract.CapabilityContract;
import dev.punctual.contract.ClaimContract;
import dev.punctual.contract.ClockContract;
import dev.punctual.contract.ConcurrencyContract;
import dev.punctual.contract.CountContract;
import dev.punctual.contract.IdentityContract;
import dev.punctual.contract.LeaseContract;
import dev.punctual.contract.LimitsContract;
import dev.punctual.contract.NextDueContract;
import dev.punctual.contract.OpenTransaction;
import dev.punctual.contract.OperatorContract;
import dev.punctual.contract.OrderContract;
import dev.punctual.contract.PayloadContract;
import dev.punctual.contract.QueryContract;
import dev.punctual.contract.RandomOperationsContract;
import dev.punctual.contract.RescheduleContract;
import dev.punctual.contract.RestartContract;
import dev.punctual.contract.RetentionContract;
import dev.punctual.contract.ScheduleContract;
import dev.punctual.contract.ServerStoreContract;
import dev.punctual.contract.SettleContract;
import dev.punctual.contract.StoreUnderTest;
import dev.punctual.contract.SuspectContract;
import dev.punctual.contract.TokenContract;
import dev.punctual.contract.TransactionContract;
import dev.punctual.testing.ManualTime;

/** What every SQL store promises. */
interface SqlStoreContract
        extends ScheduleContract,
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
                RandomOperationsContract,
                RestartContract,
                ClockContract,
                ServerStoreContract,
                TransactionContract {

    /** Returns the store under test. */
    SqlStore sql();

    @Override
    default StoreUnderTest subject() {
        return sql();
    }

    @Override
    default ManualTime time() {
        return sql().time();
    }

    @Override
    default OpenTransaction begin() {
        return new CallersConnection(sql().database());
    }

    /** Each step is followed by a look at every record. */
    @Override
    default int steps() {
        return 700;
    }

    /** Each round is a handful of round trips and commits. */
    @Override
    default int races() {
        return 1_000;
    }
}
