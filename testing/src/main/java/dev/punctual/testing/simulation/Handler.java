package dev.punctual.testing.simulation;

import dev.punctual.NotRetryableException;
import dev.punctual.RetryLaterException;
import dev.punctual.TaskContext;
import dev.punctual.TaskHandler;
import dev.punctual.testing.simulation.Story.Claim;
import dev.punctual.testing.simulation.Story.End;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The handler of every simulated task: does what its script says, and has it taken down. Not thread-safe. */
final class Handler implements TaskHandler<byte[]> {

    private final World world;
    private final SimulatedWorker worker;

    Handler(World world, SimulatedWorker worker) {
        this.world = world;
        this.worker = worker;
    }

    @Override
    public void handle(byte[] payload, TaskContext context) throws Exception {
        Script script = worker.script();
        Claim claim = world.runs.started(context, payload, worker.name());
        End end = End.KILLED;
        String words = "killed";
        try {
            take(script, context);
            end(script, context, payload);
            end = End.GOOD;
            words = "well";
        } catch (Strand.Killed e) {
            throw e;
        } catch (Throwable e) {
            end = End.BAD;
            words = e.getClass().getSimpleName();
            throw e;
        } finally {
            world.runs.ended(context, claim, end, words);
        }
    }

    private void take(Script script, TaskContext context) throws InterruptedException {
        if (script.takes().isZero()) {
            return;
        }
        Duration half = script.takes().dividedBy(2);
        sleep(half, script);
        if (script.renews()) {
            boolean unused = context.renew();
        }
        sleep(script.takes().minus(half), script);
    }

    private void sleep(Duration span, Script script) throws InterruptedException {
        if (worker.sleep(span, script.heedsInterrupts()) && script.heedsInterrupts()) {
            throw new InterruptedException("interrupted");
        }
    }

    private void end(Script script, TaskContext context, byte[] payload) throws Exception {
        switch (script.ending()) {
            case WELL -> succeed(context, payload);
            case FAILS -> throw new IllegalStateException("simulated failure");
            case FAILS_FOR_GOOD -> throw new NotRetryableException("simulated failure for good");
            case ASKS_FOR_LATER -> throw new RetryLaterException("simulated", Duration.ofSeconds(3));
            case THROWS_AN_ERROR -> throw new StackOverflowError("simulated");
        }
    }

    private void succeed(TaskContext context, byte[] payload) throws Exception {
        @Nullable TaskHandler<byte[]> own = world.settings.handler();
        if (own != null) {
            own.handle(payload, context);
        }
    }
}
