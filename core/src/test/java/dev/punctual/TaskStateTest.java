package dev.punctual;

import static dev.punctual.TaskState.CANCELLED;
import static dev.punctual.TaskState.DEAD;
import static dev.punctual.TaskState.EXPIRED;
import static dev.punctual.TaskState.RUNNING;
import static dev.punctual.TaskState.SCHEDULED;
import static dev.punctual.TaskState.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TaskStateTest {

    private static final Map<TaskState, Set<TaskState>> MOVES = Map.of(
            SCHEDULED, Set.of(SCHEDULED, RUNNING, CANCELLED, EXPIRED),
            RUNNING, Set.of(SCHEDULED, SUCCEEDED, DEAD, CANCELLED),
            SUCCEEDED, Set.of(),
            DEAD, Set.of(SCHEDULED),
            CANCELLED, Set.of(),
            EXPIRED, Set.of());

    @Test
    void moves_areThoseOfTheTable() {
        for (TaskState from : TaskState.values()) {
            assertThat(Arrays.stream(TaskState.values()).filter(from::canMoveTo).collect(Collectors.toSet()))
                    .as("from %s", from)
                    .isEqualTo(MOVES.get(from));
        }
    }

    @Test
    void finished_areAllButTheLive() {
        assertThat(Arrays.stream(TaskState.values()).filter(TaskState::finished))
                .containsExactlyInAnyOrder(SUCCEEDED, DEAD, CANCELLED, EXPIRED);
    }
}
