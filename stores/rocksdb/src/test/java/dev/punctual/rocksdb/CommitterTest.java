package dev.punctual.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.punctual.HintBoard;
import dev.punctual.StoreException;
import dev.punctual.StoreSettings;
import dev.punctual.embedded.EngineAccess.Commit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** Callers that meet at the committer. */
class CommitterTest {

    private static final int WAITING_MAX = 3;

    @TempDir
    private Path folder;

    /** While it is closed, the first write waits. */
    private final Semaphore gate = new Semaphore(0);

    private final CountDownLatch writing = new CountDownLatch(1);
    private final AtomicInteger writes = new AtomicInteger();
    private final HintBoard hintBoard = new HintBoard();
    private RocksCommitter committer;

    @BeforeEach
    void setUp() {
        committer = new RocksCommitter(
                new CommittedEngine(new RocksOpener(folder, "punctual"), StoreSettings.DEFAULT, this::write),
                hintBoard,
                WAITING_MAX);
    }

    @AfterEach
    void tearDown() {
        gate.release();
        committer.close();
    }

    private void write(RocksDatabase database, WriteBatch batch, boolean sync) throws RocksDBException {
        writing.countDown();
        // As a native write does, it goes on when its thread is interrupted.
        gate.acquireUninterruptibly();
        gate.release();
        writes.incrementAndGet();
        database.write(batch, sync);
    }

    private int insert(String id) {
        return committer.run(
                Commit.SAFE, engine -> engine.insert(List.of(SomeTasks.due(id))).size());
    }

    private static Thread start(Runnable job) {
        Thread thread = new Thread(job);
        thread.start();
        return thread;
    }

    private static void awaitWaiting(Thread thread) {
        await().until(() -> thread.getState() == Thread.State.WAITING);
    }

    /** Lets one caller lead, and stop in the middle of its write. */
    private Thread leadInto(String id) throws InterruptedException {
        Thread leader = start(() -> insert(id));
        writing.await();
        return leader;
    }

    @Test
    void calls_thatComeDuringACommit_shareTheNextOne() throws InterruptedException {
        List<Thread> threads = new ArrayList<>(List.of(leadInto("first")));
        for (int i = 0; i < WAITING_MAX; i++) {
            String id = "next-" + i;
            Thread thread = start(() -> insert(id));
            threads.add(thread);
            awaitWaiting(thread);
        }
        gate.release();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(writes).hasValue(2);
    }

    @Test
    void call_beyondThoseThatMayWait_isRefused() throws InterruptedException {
        leadInto("first");
        for (int i = 0; i < WAITING_MAX; i++) {
            String id = "next-" + i;
            awaitWaiting(start(() -> insert(id)));
        }
        assertThatThrownBy(() -> insert("too many"))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.UNAVAILABLE))
                .hasMessageContaining(WAITING_MAX + " calls wait already");
    }

    @Test
    void interruptedCaller_getsItsAnswerAndKeepsTheInterrupt() throws InterruptedException {
        leadInto("first");
        AtomicInteger answer = new AtomicInteger();
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread waiting = start(() -> {
            answer.set(insert("second"));
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        awaitWaiting(waiting);
        waiting.interrupt();
        gate.release();
        waiting.join();
        assertThat(answer).hasValue(1);
        assertThat(interrupted).isTrue();
    }

    @Test
    void interruptedLeader_commits() {
        gate.release();
        CompletableFuture<Integer> answer = new CompletableFuture<>();
        start(() -> {
            Thread.currentThread().interrupt();
            answer.complete(
                    committer.run(Commit.NONE, engine -> engine.lapsed(1).size()));
        });
        assertThat(answer.join()).isZero();
        assertThat(insert("after")).isEqualTo(1);
    }

    @Test
    void close_waitsForCallsUnderWay_andRefusesLaterOnes() throws InterruptedException {
        AtomicReference<Object> waited = new AtomicReference<>();
        leadInto("first");
        Thread waiting = start(() -> waited.set(insert("second")));
        awaitWaiting(waiting);
        Thread closing = start(committer::close);
        awaitWaiting(closing);
        assertThatThrownBy(() -> insert("late"))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.FATAL))
                .hasMessageContaining("closed");
        gate.release();
        closing.join();
        waiting.join();
        assertThat(waited).hasValue(1);
        committer.close();
    }

    @Test
    void hints_comeAfterTheCommit() {
        gate.release();
        AtomicInteger writesAtHint = new AtomicInteger(-1);
        try (var subscription = hintBoard.subscribe(hint -> writesAtHint.set(writes.get()))) {
            assertThat(subscription).isNotNull();
            insert("due");
        }
        assertThat(writesAtHint).hasValue(1);
    }
}
