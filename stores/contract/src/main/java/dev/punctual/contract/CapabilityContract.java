package dev.punctual.contract;

import static dev.punctual.contract.Tasks.later;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.CallerTransaction;
import dev.punctual.Capability;
import dev.punctual.Due;
import dev.punctual.NewTask;
import dev.punctual.Reschedule;
import dev.punctual.Retention;
import dev.punctual.StoreCapabilities;
import dev.punctual.StoreException;
import dev.punctual.TaskId;
import dev.punctual.TaskQueries.Filter;
import dev.punctual.UnsupportedByStoreException;
import dev.punctual.WakeupSignal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What a store says of itself: abilities it lacks are refused by name, hints only ever help, and closing is final. */
public interface CapabilityContract extends StoreContract {

    /** So many hints are given a chance to come, each so long in real time. */
    int HINTS = 20;

    /** How long a hint is waited for. */
    long HINT_WAIT_MILLIS = 1_000;

    private void assertOfferedOrRefused(Capability ability, ThrowingCallable call) {
        if (store().capabilities().has(ability)) {
            assertThatCode(call).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(call)
                    .isInstanceOfSatisfying(
                            UnsupportedByStoreException.class,
                            refusal -> assertThat(refusal.capability()).isEqualTo(ability))
                    .hasMessageContaining(store().capabilities().store());
        }
    }

    @Test
    default void capabilities_areStable() {
        StoreCapabilities first = store().capabilities();
        assertThat(store().capabilities()).isEqualTo(first);
        assertThat(first.store()).isNotBlank();
    }

    @Test
    default void capabilities_whatIsLackingIsRefusedByName() {
        create(later("a"));
        assertOfferedOrRefused(
                Capability.RESCHEDULE,
                () -> store().reschedule(List.of(Reschedule.of(TaskId.of("a"), Due.after(Duration.ofHours(2))))));
        assertOfferedOrRefused(Capability.LIST, () -> queries().page(Filter.ALL, 10, null));
        assertOfferedOrRefused(Capability.LIST, () -> queries().counts());
        assertOfferedOrRefused(Capability.CANCEL, () -> store().cancel(List.of(TaskId.of("a"))));
    }

    /** A store without transactions refuses them by name; one with them refuses what is not of its kind. */
    @Test
    default void within_aTransactionThatIsNoneOfTheStores_isRefused() {
        CallerTransaction foreign = new CallerTransaction() {};
        if (store().capabilities().has(Capability.TRANSACTIONAL_INSERT)) {
            assertThatThrownBy(() -> store().within(foreign))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Transaction");
        } else {
            assertThatThrownBy(() -> store().within(foreign))
                    .isInstanceOfSatisfying(
                            UnsupportedByStoreException.class,
                            refusal -> assertThat(refusal.capability()).isEqualTo(Capability.TRANSACTIONAL_INSERT))
                    .hasMessageContaining(store().capabilities().store());
        }
    }

    @Test
    default void close_isFinalAndIdempotent() {
        create(later("a"));
        var closed = store();
        closed.close();
        closed.close();
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> closed.insert(List.of(later("b"))),
                () -> closed.cancel(List.of(TaskId.of("a"))),
                () -> closed.lapsed(1),
                () -> closed.queries().find(TaskId.of("a")),
                () -> closed.queries().prune(1))) {
            assertThatThrownBy(call)
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            trouble -> assertThat(trouble.kind()).isEqualTo(StoreException.Kind.FATAL));
        }
        subject().open(closed.capabilities().limits(), Retention.DEFAULT);
    }

    /** A hint may be lost, and one from a server takes its own, real time; so a few are waited for. */
    private static boolean comes(WakeupSignal.Hint expected, BlockingQueue<WakeupSignal.Hint> hints) {
        try {
            WakeupSignal.Hint hint = hints.poll(HINT_WAIT_MILLIS, TimeUnit.MILLISECONDS);
            while (hint != null && !hint.equals(expected)) {
                hint = hints.poll(HINT_WAIT_MILLIS, TimeUnit.MILLISECONDS);
            }
            return hint != null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    private NewTask mail(int number) {
        // Each is due earlier than the one before.
        return Tasks.queue(Tasks.in("mail-" + number, 600_000 - number * 10_000L), "mail");
    }

    private boolean tells(BlockingQueue<WakeupSignal.Hint> hints) {
        for (int number = 0; number < HINTS; number++) {
            create(mail(number));
            long sortKey = find("mail-" + number).sortKey();
            if (comes(new WakeupSignal.Hint("mail", "work", "", sortKey), hints)) {
                return true;
            }
        }
        return false;
    }

    @Test
    default void wakeups_tellOfWhatBecameDueEarlier() {
        BlockingQueue<WakeupSignal.Hint> hints = new LinkedBlockingQueue<>();
        Optional<WakeupSignal.Subscription> subscription =
                store().wakeups().map(signal -> signal.subscribe(hints::add));
        subscription.ifPresent(open -> {
            assertThat(tells(hints)).as("a hint came").isTrue();
            open.close();
        });
        hints.clear();
        create(mail(HINTS + 1));
        assertThat(hints).as("nothing after the subscription ended").isEmpty();
        assertThat(worker().claim(1).nextDueMillis())
                .isEqualTo(find("mail-" + (HINTS + 1)).dueAt());
    }
}
