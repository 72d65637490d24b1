package dev.punctual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GroupCommitTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    /** Counted down by the first call that reaches a store held by {@link #heldUntil}. */
    private final CountDownLatch underWay = new CountDownLatch(1);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ExecutorService completer = Executors.newSingleThreadExecutor(work -> new Thread(work, "completer"));
    private final ConcurrentLinkedQueue<List<Integer>> batches = new ConcurrentLinkedQueue<>();

    @AfterEach
    void end() {
        threads.shutdownNow();
        completer.shutdownNow();
    }

    @Test
    void singleCall_goesAtOnceAndAlone() {
        GroupCommit<Integer, String> commits = commits(100, GroupCommitTest::answers);

        assertThat(commits.call(7)).isEqualTo("7");
        assertThat(batches).containsExactly(List.of(7));
    }

    @Test
    void callsWhileOneIsUnderWay_goTogetherInOrder_neverMoreThanTheMaximum() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        GroupCommit<Integer, String> commits = heldUntil(goOn, 4);
        Future<String> first = firstUnderWay(commits);
        List<CompletableFuture<String>> futures = new ArrayList<>();
        for (int i = 1; i <= 10; i++) {
            futures.add(commits.callAsync(i));
        }
        goOn.countDown();

        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("0");
        for (int i = 1; i <= 10; i++) {
            assertThat(futures.get(i - 1).get(20, TimeUnit.SECONDS)).isEqualTo("" + i);
        }
        assertThat(batches).containsExactly(List.of(0), List.of(1, 2, 3, 4), List.of(5, 6, 7, 8), List.of(9, 10));
    }

    @Test
    void contention_everyCallerGetsItsOwnAnswer_andNoWakeUpIsLost() throws Exception {
        int threadCount = 16;
        int callsEach = 6_250;
        int batchMax = 5;
        AtomicInteger atOnce = new AtomicInteger();
        AtomicInteger largest = new AtomicInteger();
        AtomicInteger overlaps = new AtomicInteger();
        GroupCommit<Integer, String> commits = new GroupCommit<>(
                items -> {
                    overlaps.addAndGet(atOnce.incrementAndGet() - 1);
                    largest.accumulateAndGet(items.size(), Math::max);
                    List<String> answers = answers(items);
                    atOnce.decrementAndGet();
                    return answers;
                },
                batchMax,
                completer);
        List<Future<Integer>> results = new ArrayList<>();
        for (int t = 0; t < threadCount; t++) {
            int from = t * callsEach;
            results.add(threads.submit(() -> wrongAnswers(commits, from, from + callsEach)));
        }
        for (Future<Integer> wrong : results) {
            assertThat(wrong.get(50, TimeUnit.SECONDS)).isZero();
        }
        assertThat(overlaps).as("calls at once").hasValue(0);
        assertThat(largest.get()).isBetween(2, batchMax);
    }

    @Test
    void anExecutorKeptBusyByACallerThatWaits_holdsUpNothing() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        GroupCommit<Integer, String> commits = heldUntil(goOn, 100);
        Future<String> first = firstUnderWay(commits);
        CompletableFuture<String> second = commits.callAsync(1);
        CompletableFuture<Thread> busy = new CompletableFuture<>();
        Future<String> third = completer.submit(() -> {
            busy.complete(Thread.currentThread());
            return commits.call(2);
        });
        Thread waiting = busy.get(20, TimeUnit.SECONDS);
        await().atMost(LONG).until(() -> waiting.getState() == Thread.State.WAITING);
        goOn.countDown();

        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("0");
        assertThat(third.get(20, TimeUnit.SECONDS)).isEqualTo("2");
        assertThat(second.get(20, TimeUnit.SECONDS)).isEqualTo("1");
    }

    /** Some calls wait, some do not, in any mixture. */
    private static int wrongAnswers(GroupCommit<Integer, String> commits, int from, int to) {
        int wrong = 0;
        for (int i = from; i < to; i++) {
            boolean async = ThreadLocalRandom.current().nextInt(4) == 0;
            String answer = async ? commits.callAsync(i).join() : commits.call(i);
            wrong += answer.equals("" + i) ? 0 : 1;
        }
        return wrong;
    }

    @Test
    void badItem_standsAloneAfterHalving_andSinksNoOther() {
        GroupCommit<Integer, String> commits = commits(1_000, items -> {
            if (items.contains(13) || items.contains(77)) {
                throw new StoreException("test", "bad item", StoreException.Kind.REFUSED, null);
            }
            return answers(items);
        });
        List<CompletableFuture<String>> futures = behindOneCall(commits, 100);

        for (int i = 0; i < 100; i++) {
            CompletableFuture<String> future = futures.get(i);
            if (i == 13 || i == 77) {
                assertFails(future, StoreException.class, "bad item");
            } else {
                assertThat(future.join()).isEqualTo("" + i);
            }
        }
        assertThat(batches).contains(List.of(13), List.of(77)).hasSizeLessThan(40);
    }

    @Test
    void troubleOfTheStoreItself_isNotHalved() {
        AtomicInteger calls = new AtomicInteger();
        GroupCommit<Integer, String> commits = commits(10, items -> {
            if (items.contains(13)) {
                calls.incrementAndGet();
                throw new StoreException("test", "closed", StoreException.Kind.FATAL, null);
            }
            return answers(items);
        });
        List<CompletableFuture<String>> futures = behindOneCall(commits, 30);

        assertFails(futures.get(10), StoreException.class, "closed");
        assertFails(futures.get(19), StoreException.class, "closed");
        assertThat(futures.get(29).join()).isEqualTo("29");
        assertThat(calls).hasValue(1);
    }

    @Test
    void troubleThatMayHaveBeenCarriedOut_isNotHalved_andReachesExactlyItsBatch() {
        AtomicInteger calls = new AtomicInteger();
        GroupCommit<Integer, String> commits = commits(10, items -> {
            if (items.contains(13)) {
                calls.incrementAndGet();
                throw new StoreException("test", "cut off", StoreException.Kind.OUTCOME_UNKNOWN, null);
            }
            return answers(items);
        });
        List<CompletableFuture<String>> futures = behindOneCall(commits, 30);

        for (int i = 0; i < 30; i++) {
            if (i >= 10 && i < 20) {
                assertFails(futures.get(i), StoreException.class, "cut off");
            } else {
                assertThat(futures.get(i).join()).isEqualTo("" + i);
            }
        }
        assertThat(calls).hasValue(1);
    }

    @Test
    void anyThrowable_reachesItsCallerAndLetsTheNextGo() {
        List<Throwable> thrown =
                List.of(new StackOverflowError("deep"), new IllegalStateException("state"), new AssertionError("odd"));
        AtomicInteger next = new AtomicInteger();
        GroupCommit<Integer, String> commits = commits(10, items -> {
            int at = next.getAndIncrement();
            if (at < thrown.size()) {
                return sneak(thrown.get(at));
            }
            return answers(items);
        });
        for (Throwable expected : thrown) {
            assertThatThrownBy(() -> commits.call(1)).isSameAs(expected);
        }
        assertThat(commits.call(2)).isEqualTo("2");
    }

    @Test
    void wrongNumberOfAnswers_isAnErrorForAll() {
        GroupCommit<Integer, String> few = commits(10, items -> List.of());
        GroupCommit<Integer, String> many = commits(10, items -> List.of("1", "2"));

        assertThatThrownBy(() -> few.call(1)).hasMessageContaining("0 answers to 1 items");
        assertFails(many.callAsync(1), IllegalStateException.class, "2 answers to 1 items");
    }

    @Test
    void futures_areCompletedOnTheExecutor_alsoWhenAWaitingCallerLeads() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        GroupCommit<Integer, String> commits = heldUntil(goOn, 10);
        Future<String> first = firstUnderWay(commits);
        Future<String> second = threads.submit(() -> commits.call(1));
        CompletableFuture<String> where =
                commits.callAsync(2).thenApply(answer -> Thread.currentThread().getName());
        goOn.countDown();

        assertThat(where.get(20, TimeUnit.SECONDS)).isEqualTo("completer");
        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("0");
        assertThat(second.get(20, TimeUnit.SECONDS)).isEqualTo("1");
    }

    @Test
    void executorThatTakesNothing_leavesNoFutureWithoutAnEnd() {
        GroupCommit<Integer, String> commits = new GroupCommit<>(GroupCommitTest::answers, 10, work -> {
            throw new RejectedExecutionException("shut down");
        });

        assertThat(commits.callAsync(1)).isCompletedWithValue("1");
        assertThat(commits.call(2)).isEqualTo("2");
        assertThat(commits.callAsync(3)).isCompletedWithValue("3");
    }

    @Test
    void interruptedCaller_getsItsAnswerAndStaysInterrupted() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        GroupCommit<Integer, String> commits = heldUntil(goOn, 10);
        Future<String> first = firstUnderWay(commits);
        CompletableFuture<String> answer = new CompletableFuture<>();
        Thread caller = new Thread(() ->
                answer.complete(commits.call(1) + " " + Thread.currentThread().isInterrupted()));
        caller.start();
        await().atMost(LONG).until(() -> caller.getState() == Thread.State.WAITING);
        caller.interrupt();
        goOn.countDown();

        assertThat(answer.get(20, TimeUnit.SECONDS)).isEqualTo("1 true");
        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("0");
    }

    private GroupCommit<Integer, String> commits(int batchMax, Function<List<Integer>, List<String>> call) {
        return new GroupCommit<>(
                items -> {
                    batches.add(List.copyOf(items));
                    return call.apply(items);
                },
                batchMax,
                completer);
    }

    /** A group commit whose calls to the store do not end before that. */
    private GroupCommit<Integer, String> heldUntil(CountDownLatch goOn, int batchMax) {
        return commits(batchMax, items -> {
            underWay.countDown();
            awaitLatch(goOn);
            return answers(items);
        });
    }

    /** Calls with 0 on a thread of its own; returns when that call has reached the store. */
    private Future<String> firstUnderWay(GroupCommit<Integer, String> commits) throws InterruptedException {
        Future<String> first = threads.submit(() -> commits.call(0));
        assertThat(underWay.await(20, TimeUnit.SECONDS)).isTrue();
        return first;
    }

    /** Calls that gather before the executor gets to the first of them, so that they share their batches. */
    private List<CompletableFuture<String>> behindOneCall(GroupCommit<Integer, String> commits, int count) {
        CountDownLatch goOn = new CountDownLatch(1);
        completer.execute(() -> awaitLatch(goOn));
        List<CompletableFuture<String>> futures = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            futures.add(commits.callAsync(i));
        }
        goOn.countDown();
        return futures;
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void assertFails(CompletableFuture<String> future, Class<? extends Throwable> type, String words) {
        assertThatThrownBy(future::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(type)
                .hasMessageContaining(words);
    }

    private static List<String> answers(List<Integer> items) {
        return items.stream().map(String::valueOf).toList();
    }

    private static List<String> sneak(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) thrown;
    }
}
