package dev.punctual.testing.simulation;

import dev.punctual.TaskHandler;
import dev.punctual.TaskStore;
import dev.punctual.TimeSource;
import dev.punctual.testing.ManualTime;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a simulation is made of.
 *
 * @param store opens an empty store that goes by this time
 * @param workers how many workers there are
 * @param ids how many ids the tasks have
 * @param span for how long things go wrong
 * @param lease the workers' lease
 * @param clockSteps whether the store's wall clock is stepped
 * @param slowSteps whether the store may be slow
 * @param handler is called at the end of each run that ends well, or null
 * @param through what stands between each caller and the store
 * @param clocks the clocks of the workers
 */
record Settings(
        Function<ManualTime, TaskStore> store,
        int workers,
        int ids,
        Duration span,
        Duration lease,
        boolean clockSteps,
        boolean slowSteps,
        @Nullable TaskHandler<byte[]> handler,
        UnaryOperator<TaskStore> through,
        UnaryOperator<TimeSource> clocks) {}
