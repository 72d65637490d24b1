package dev.punctual.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.punctual.StoreSettings;
import dev.punctual.TaskStore;
import dev.punctual.memory.MemoryTaskStore;
import dev.punctual.testing.ManualTime;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.engine.discovery.MethodSelector;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * A contract is worth as much as it finds: stores that are wrong in one way each must fail, the right one must pass.
 */
class ContractCanFailTest {

    private static volatile @Nullable Mutation present;

    /** The contract on the store of the present mutation; started only by the tests below. */
    static final class MutatedContract
            implements ScheduleContract,
                    ClaimContract,
                    NextDueContract,
                    SettleContract,
                    LeaseContract,
                    SuspectContract,
                    CancelContract,
                    OperatorContract,
                    TokenContract,
                    OrderContract,
                    IdentityContract,
                    PayloadContract,
                    QueryContract,
                    BatchContract,
                    RetentionContract,
                    ConcurrencyContract,
                    ClockContract,
                    EmbeddedClockContract,
                    RandomOperationsContract {

        private final HandMovedStore subject = new HandMovedStore(MutatedContract::open);

        private static TaskStore open(StoreSettings settings) {
            Mutation mutation = present;
            return mutation == null ? MemoryTaskStore.open(settings) : new MutatedStore(mutation, settings);
        }

        @Override
        public StoreUnderTest subject() {
            return subject;
        }

        @Override
        public ManualTime time() {
            return subject.time();
        }

        @Override
        public int races() {
            return 200;
        }

        @Override
        public int steps() {
            return 500;
        }
    }

    @TestFactory
    Stream<DynamicTest> wrongStore_isFoundByTheTestsThatAreMeantTo() {
        return Arrays.stream(Mutation.values())
                .map(mutation -> DynamicTest.dynamicTest(mutation.name(), () -> {
                    assertThat(run(mutation, mutation.foundBy()).getTestsFailedCount())
                            .as("tests of %s that fail", mutation.foundBy())
                            .isEqualTo(mutation.foundBy().size());
                    assertThat(run(null, mutation.foundBy()).getTestsSucceededCount())
                            .as("the same tests on the right store")
                            .isEqualTo(mutation.foundBy().size());
                }));
    }

    @TestFactory
    Stream<DynamicTest> wrongStore_isFoundByRandomOperations() {
        return Stream.of(
                        Mutation.EARLY_CLAIM,
                        Mutation.FENCING_FORGOTTEN,
                        Mutation.GHOST_LOST,
                        Mutation.KEEP_OVERWRITES,
                        Mutation.RESTART_DOES_NOTHING,
                        Mutation.REPEATED_CALL_FORGOTTEN,
                        Mutation.REPEATED_CLAIM_ADDS,
                        Mutation.PAYLOAD_ALTERED,
                        Mutation.NEXT_DUE_TOO_LATE,
                        Mutation.ORDER_REVERSED,
                        Mutation.SUSPECTS_FORGOTTEN,
                        Mutation.PAUSE_IGNORED)
                .map(mutation -> DynamicTest.dynamicTest(
                        mutation.name(),
                        () -> assertThat(run(mutation, List.of("randomOperations_agreeWithTheStateMachine"))
                                        .getTestsFailedCount())
                                .isEqualTo(1)));
    }

    private static TestExecutionSummary run(@Nullable Mutation mutation, List<String> tests) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(tests.stream()
                        .map(test -> selectMethod(MutatedContract.class, test))
                        .toArray(MethodSelector[]::new))
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        present = mutation;
        try {
            LauncherFactory.create().execute(request, listener);
        } finally {
            present = null;
        }
        TestExecutionSummary summary = listener.getSummary();
        assertThat(summary.getTestsFoundCount()).as("tests found").isEqualTo(tests.size());
        return summary;
    }
}
