package dev.punctual.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.RetryPolicy;
import dev.punctual.TaskRecord;
import dev.punctual.TaskState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Handlers that fail in every way there is, among good ones. */
class A19_ErrorsTest {

    private static final int BAD_OF_EACH = 10;
    private static final int GOOD = 500;
    private static final int ATTEMPTS = 3;
    private static final int SLOTS = 4;

    /** What goes wrong, and the class that the dead letter names. */
    private static final Map<String, String> FAULTS = Map.of(
            "deep", "java.lang.StackOverflowError",
            "large", "java.lang.OutOfMemoryError",
            "missing", "java.lang.NoClassDefFoundError",
            "init", "java.lang.ExceptionInInitializerError",
            "again", "java.lang.NoClassDefFoundError",
            "untold", "dev.punctual.worker.A19_ErrorsTest$UntoldException",
            "sneaky", "java.io.IOException",
            "death", "java.lang.ThreadDeath",
            "interrupt", "java.lang.InterruptedException",
            "trace", "dev.punctual.worker.A19_ErrorsTest$NoTraceException");

    private final Bench bench = new Bench();
    private final RunThreads threads = new RunThreads("errors", SLOTS, SLOTS, null);
    private final Map<String, AtomicInteger> starts = new ConcurrentHashMap<>();
    private final Set<Thread> used = ConcurrentHashMap.newKeySet();

    @AfterEach
    void letThreadsEnd() {
        threads.shutdown();
    }

    /** Cannot say what is wrong, in any way. */
    private static final class UntoldException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public String toString() {
            throw new StackOverflowError("no text");
        }
    }

    /** Has neither trace nor cause to show. */
    private static final class NoTraceException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new OutOfMemoryError("no trace");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("no cause");
        }
    }

    /** Cannot be initialised. */
    private static final class Broken {
        static final int VALUE = fail();

        private static int fail() {
            throw new IllegalStateException("not now");
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> void throwSneakily(Throwable thrown) throws E {
        throw (E) thrown;
    }

    private static int dive(int depth) {
        return depth < 0 ? 0 : 1 + dive(depth + 1);
    }

    private void run(String fault) {
        switch (fault) {
            case "deep" -> dive(0);
            case "large" -> bench.ran.add("" + new byte[Integer.MAX_VALUE].length);
            case "missing" -> throw new NoClassDefFoundError("com/acme/Gone");
            case "init" -> throw new ExceptionInInitializerError(new IllegalStateException("init"));
            case "again" -> initialise();
            case "untold" -> throw new UntoldException();
            case "sneaky" -> throwSneakily(new IOException("sneaky"));
            case "death" -> throw new ThreadDeath();
            case "interrupt" -> throwSneakily(new InterruptedException("nobody asked"));
            case "trace" -> throw new NoTraceException();
            default -> bench.ran.add(fault);
        }
    }

    private void initialise() {
        try {
            bench.ran.add("" + Broken.VALUE);
        } catch (ExceptionInInitializerError e) {
            // The first time; from then on the class is not found.
            bench.ran.add("" + Broken.VALUE);
        }
    }

    private TaskWorker worker() {
        return bench.worker((payload, context) -> {
                    used.add(Thread.currentThread());
                    starts.computeIfAbsent(context.id().value(), id -> new AtomicInteger())
                            .incrementAndGet();
                    run(payload.substring(0, payload.indexOf('-')));
                })
                .slots(SLOTS)
                .runBy(threads)
                .build();
    }

    private List<String> scheduleMixed() {
        RetryPolicy retry = RetryPolicy.DEFAULT.withMaxAttempts(ATTEMPTS).withJitter(0);
        List<String> bad = new ArrayList<>();
        for (int i = 0; i < GOOD; i++) {
            bench.insert(bench.task("good-" + i, Duration.ZERO, retry));
            if (i % (GOOD / BAD_OF_EACH) == 0) {
                for (String fault : FAULTS.keySet()) {
                    bad.add(fault + "-" + i);
                    bench.insert(bench.task(fault + "-" + i, Duration.ZERO, retry));
                }
            }
        }
        return bad;
    }

    @Test
    void A19_whateverIsThrown_badOnesDieAfterTheirAttempts_goodOnesRunOnce_andThreadsLive() {
        List<String> bad = scheduleMixed();
        TaskWorker worker = worker();
        Bench.soon().until(() -> {
            bench.pass(Duration.ofSeconds(1), worker);
            return bad.stream().allMatch(id -> bench.find(id).state() == TaskState.DEAD) && bench.ran.size() == GOOD;
        });
        bench.pass(Duration.ofSeconds(60), worker);

        for (String id : bad) {
            TaskRecord dead = bench.find(id);
            assertThat(dead.failures()).as(id).isEqualTo(ATTEMPTS);
            assertThat(dead.losses()).as(id).isZero();
            assertThat(starts.get(id)).as(id).hasValue(ATTEMPTS);
            assertThat(dead.lastError()).as(id).startsWith(FAULTS.get(id.substring(0, id.indexOf('-'))));
        }
        assertThat(bad).hasSize(FAULTS.size() * BAD_OF_EACH);
        for (int i = 0; i < GOOD; i++) {
            assertThat(bench.find("good-" + i).state()).isEqualTo(TaskState.SUCCEEDED);
            assertThat(starts.get("good-" + i)).hasValue(1);
        }
        assertThat(used).as("threads that ran handlers").hasSizeLessThanOrEqualTo(SLOTS);
        assertThat(used).as("none of them has ended").allMatch(Thread::isAlive);
        assertThat(worker.status().running()).isZero();
        assertThat(worker.status().stuck()).isZero();
        assertThat(worker.status().queuedReports()).isZero();
    }
}
