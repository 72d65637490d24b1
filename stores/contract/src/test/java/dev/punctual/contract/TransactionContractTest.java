package dev.punctual.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.punctual.Limits;
import dev.punctual.Retention;
import dev.punctual.StoreSettings;
import dev.punctual.TaskStore;
import dev.punctual.contract.TransactionalMemory.Flaw;
import dev.punctual.testing.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** The parts of the contract for stores on a server, on one that is like them; each flaw must be found. */
class TransactionContractTest {

    /** Which tests must find a flaw, at least. */
    private static List<String> foundBy(Flaw flaw) {
        return switch (flaw) {
            case NONE -> List.of();
            case DONE_AT_ONCE ->
                List.of(
                        "insert_ofATransactionRolledBack_leavesNothing",
                        "insert_beforeTheCommit_isNeitherSeenNorClaimed");
            case ROLLBACK_COMMITS -> List.of("insert_ofMany_isThereWholeOrNotAtAll", "cancel_happensWithTheCommit");
            case CLOSING_COMMITS -> List.of("insert_ofATransactionThatIsOnlyClosed_leavesNothing");
            case COMMIT_FORGETS_ALL_BUT_THE_FIRST -> List.of("transaction_holdsAllThatIsDoneInIt_together");
            case CONFLICT_POISONS ->
                List.of(
                        "insert_conflictOfIds_isAnAnswerAndLeavesTheTransactionWhole",
                        "insert_refusedItem_isAnAnswerAndLeavesTheTransactionWhole");
            case DELAYS_FROM_THE_BEGIN ->
                List.of("insert_countsDelaysFromTheStatement_notFromTheBeginOfTheTransaction");
            case FENCING_FORGOTTEN -> List.of("settle_ofALostClaim_isFencedAndLeavesTheTransactionWhole");
            case VIEW_CLOSES_THE_STORE -> List.of("view_closed_closesNothing");
            case VIEW_CLAIMS_INSIDE -> List.of("view_otherMethods_areThoseOfTheStore");
            case HAS_A_MONOTONIC_CLOCK ->
                List.of(
                        "serverClockBack_whatWasIndexedBefore_waitsUntilItCatchesUp",
                        "serverClockBack_keepsLeasesUntilItCatchesUp",
                        "serverClockForward_endsLeases");
            case ANY_TRANSACTION_WILL_DO -> List.of("within_aTransactionThatIsNoneOfTheStores_isRefused");
        };
    }

    private static volatile Flaw present = Flaw.NONE;

    /** The contract on the store with the present flaw; started only by the tests below. */
    static final class ServerLike
            implements TransactionContract, CapabilityContract, ClockContract, ServerStoreContract {

        private final Subject subject = new Subject();

        @Override
        public StoreUnderTest subject() {
            return subject;
        }

        @Override
        public ManualTime time() {
            return subject.time;
        }

        @Override
        public OpenTransaction begin() {
            return subject.memory().begin();
        }
    }

    /** Opened again while it is open it goes on, as a server does. */
    private static final class Subject implements StoreUnderTest {
        private final ManualTime time = new ManualTime();
        private @Nullable TransactionalMemory memory;

        TransactionalMemory memory() {
            if (memory == null) {
                throw new IllegalStateException("the store is not open");
            }
            return memory;
        }

        @Override
        public void open(Limits limits, Retention retention) {
            if (memory == null) {
                memory = new TransactionalMemory(new StoreSettings("contract", time, limits, retention), present);
            }
        }

        @Override
        public TaskStore store() {
            return memory().store();
        }

        @Override
        public void advance(Duration span) {
            time.advance(span);
        }

        @Override
        public void close() {
            memory().store().close();
            memory = null;
        }
    }

    @TestFactory
    Stream<DynamicTest> storeWithoutAFlaw_passes() {
        return Stream.of(DynamicTest.dynamicTest("all parts", () -> {
            TestExecutionSummary summary = run(Flaw.NONE);
            assertThat(summary.getFailures())
                    .extracting(failure -> failure.getTestIdentifier().getDisplayName() + ": " + failure.getException())
                    .isEmpty();
            assertThat(summary.getTestsSucceededCount()).isGreaterThan(50);
        }));
    }

    @TestFactory
    Stream<DynamicTest> flaw_isFoundByTheTestsThatAreMeantTo() {
        return Stream.of(Flaw.values())
                .filter(flaw -> flaw != Flaw.NONE)
                .map(flaw -> DynamicTest.dynamicTest(
                        flaw.name(),
                        () -> assertThat(run(flaw).getFailures())
                                .extracting(failure -> failure.getTestIdentifier()
                                        .getDisplayName()
                                        .replace("()", ""))
                                .containsAll(foundBy(flaw))));
    }

    private static TestExecutionSummary run(Flaw flaw) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        present = flaw;
        try {
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectClass(ServerLike.class))
                                    .build(),
                            listener);
        } finally {
            present = Flaw.NONE;
        }
        return listener.getSummary();
    }
}
