package dev.punctual.contract;

import static dev.punctual.contract.Tasks.complete;
import static dev.punctual.contract.Tasks.due;
import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.IfExists;
import dev.punctual.Limits;
import dev.punctual.RenewResult;
import dev.punctual.Retention;
import dev.punctual.SettleResult;
import dev.punctual.TaskRecord;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Fencing tokens: every claim of an id gets a larger one than all before it, whatever became of the record meanwhile.
 */
public interface TokenContract extends StoreContract {

    @Test
    default void token_growsWithEveryClaimOfAnId() {
        create(Tasks.retry(due("a"), 1_000, 1_000));
        long last = 0;
        for (int i = 0; i < 100; i++) {
            TaskRecord run = worker().take("a");
            assertThat(run.token()).isGreaterThan(last);
            last = run.token();
            settle(i % 2 == 0 ? Tasks.retry(run, 0) : Tasks.release(run));
        }
    }

    @Test
    default void token_growsThroughALoss() {
        create(due("a"));
        TaskRecord lost = lose("a");
        assertThat(worker().take("a").token()).isGreaterThan(lost.token());
    }

    @Test
    default void token_growsThroughRestartAndReplace() {
        long last = 0;
        for (IfExists rule : new IfExists[] {IfExists.KEEP, IfExists.RESTART, IfExists.REPLACE, IfExists.RESTART}) {
            schedule(due("a").ifExists(rule));
            TaskRecord run = worker().take("a");
            assertThat(run.token()).isGreaterThan(last);
            last = run.token();
            settle(complete(run));
        }
    }

    @Test
    default void token_growsThroughDiscard() {
        long last = 0;
        for (int i = 0; i < 20; i++) {
            TaskRecord run = start("a");
            assertThat(run.token()).isGreaterThan(last);
            last = run.token();
            settle(complete(run));
            discard("a");
        }
    }

    @Test
    default void token_growsThroughManyClaimsThenDiscard() {
        // In one store millisecond more tokens can be given out than the clock has microseconds left.
        create(Tasks.retry(due("a"), 10_000, 3));
        ClaimingWorker worker = worker();
        TaskRecord run = worker.take("a");
        for (int i = 0; i < 1_050; i++) {
            settle(Tasks.release(run));
            run = worker.take("a");
        }
        settle(complete(run));
        discard("a");
        assertThat(start("a").token()).isGreaterThan(run.token());
    }

    @Test
    default void token_growsThroughPruning() {
        subject()
                .open(
                        Limits.DEFAULT,
                        new Retention(Duration.ofMillis(1), 1_000, Duration.ofMillis(1), Duration.ofMillis(1)));
        TaskRecord run = start("a");
        for (int i = 0; i < 50; i++) {
            settle(Tasks.release(run));
            run = worker().take("a");
        }
        settle(complete(run));
        advance(3);
        queries().prune(100);
        assertAbsent("a");
        assertThat(start("a").token()).isGreaterThan(run.token());
    }

    @Test
    default void token_ofAnEarlierIncarnation_isFenced() {
        create(due("a"));
        TaskRecord lost = lose("a");
        cancel("a");
        schedule(due("a").ifExists(IfExists.RESTART));
        TaskRecord waiting = find("a");
        assertThat(settle(complete(lost))).isEqualTo(SettleResult.FENCED);
        assertUnchanged(waiting);
        TaskRecord next = worker().take("a");
        assertThat(settle(complete(lost))).isEqualTo(SettleResult.FENCED);
        assertThat(renew(lost)).isEqualTo(RenewResult.FENCED);
        assertThat(reclaim(lost)).isFalse();
        assertUnchanged(next);
    }

    @Test
    default void token_ofARecordThatWasDiscarded_isFencedForTheNext() {
        create(due("a"));
        TaskRecord lost = lose("a");
        cancel("a");
        discard("a");
        TaskRecord next = start("a");
        assertThat(settle(Tasks.retry(lost, 0))).isEqualTo(SettleResult.FENCED);
        assertThat(renew(lost)).isEqualTo(RenewResult.FENCED);
        assertUnchanged(next);
    }

    @Test
    default void settledToken_isCarriedOver_soThatALateRepeatStaysHarmless() {
        TaskRecord run = start("a");
        settle(complete(run));
        schedule(due("a").ifExists(IfExists.RESTART));
        TaskRecord next = worker().take("a");
        assertThat(settle(complete(run))).isEqualTo(SettleResult.OK);
        assertUnchanged(next);
    }
}
