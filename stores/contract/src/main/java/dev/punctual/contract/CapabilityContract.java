package dev.punctual.contract;

import static dev.punctual.contract.Tasks.later;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.punctual.Capability;
import dev.punctual.Due;
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
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What a store says of itself: abilities it lacks are refused by name, hints only ever help, and closing is final. */
public interface CapabilityContract extends StoreContract {

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

    @Test
    default void wakeups_tellOfWhatBecameDueEarlier() {
        Optional<WakeupSignal> wakeups = store().wakeups();
        List<WakeupSignal.Hint> hints = new CopyOnWriteArrayList<>();
        Optional<WakeupSignal.Subscription> subscription = wakeups.map(signal -> signal.subscribe(hints::add));
        create(Tasks.queue(Tasks.in("a", 60_000), "mail"));
        if (wakeups.isPresent()) {
            WakeupSignal.Hint hint =
                    new WakeupSignal.Hint("mail", "work", "", find("a").sortKey());
            long patience = 10_000;
            for (long waited = 0; !hints.contains(hint) && waited < patience; waited += 10) {
                advance(10);
            }
            assertThat(hints).contains(hint);
        }
        subscription.ifPresent(WakeupSignal.Subscription::close);
        int before = hints.size();
        create(Tasks.queue(Tasks.in("b", 10), "mail"));
        assertThat(hints).as("nothing after the subscription ended").hasSize(before);
        assertThat(worker().claim(1).nextDueMillis()).isEqualTo(find("b").dueAt());
    }
}
