package dev.punctual.testing;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Carries calls out as a plan has it. Thread-safe. */
final class FaultyCalls {

    private final FaultPlan plan;
    private final String store;
    private final Consumer<Duration> passing;

    FaultyCalls(FaultPlan plan, String store, Consumer<Duration> passing) {
        this.plan = plan;
        this.store = store;
        this.passing = passing;
    }

    <T> T call(StoreCall call, Supplier<T> onward) {
        Fault fault = plan.draw(call);
        pass(fault.before());
        if (!fault.takesEffect()) {
            pass(fault.after());
            throw fault.exception(store, call);
        }
        T answer = onward.get();
        pass(fault.after());
        if (fault.thrown() != null) {
            throw fault.exception(store, call);
        }
        return answer;
    }

    void run(StoreCall call, Runnable onward) {
        Object unused = call(call, () -> {
            onward.run();
            return "";
        });
    }

    private void pass(Duration span) {
        if (!span.isZero()) {
            passing.accept(span);
        }
    }
}
