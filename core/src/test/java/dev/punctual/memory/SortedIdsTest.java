package dev.punctual.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.punctual.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SortedIdsTest {

    private final SortedIds ids = new SortedIds();
    private final TreeSet<TaskId> model = new TreeSet<>();

    private List<TaskId> all() {
        List<TaskId> all = new ArrayList<>();
        for (TaskId id = ids.next(null, true); id != null; id = ids.next(id, false)) {
            all.add(id);
        }
        return all;
    }

    @Test
    void randomIds_areInTheOrderOfASortedSet() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 60_000; i++) {
            boolean shrink = i / 10_000 % 2 == 1;
            TaskId id = TaskId.of(String.valueOf(random.nextInt(8_000)));
            if (random.nextInt(4) == 0 == shrink) {
                if (model.add(id)) {
                    ids.add(id);
                }
            } else {
                model.remove(id);
                ids.remove(id);
            }
            assertThat(ids.next(id, true)).as("seed %d", seed).isEqualTo(model.ceiling(id));
            assertThat(ids.next(id, false)).as("seed %d", seed).isEqualTo(model.higher(id));
        }
        assertThat(all()).as("seed %d", seed).containsExactlyElementsOf(model);
    }

    @Test
    void idsInOrder_areKeptInOrder() {
        for (int i = 10_000; i < 20_000; i++) {
            TaskId id = TaskId.of(String.valueOf(i));
            ids.add(id);
            model.add(id);
        }
        assertThat(all()).containsExactlyElementsOf(model);
    }

    @Test
    void nothing_hasNoFirst() {
        assertThat(ids.next(null, true)).isNull();
        assertThat(ids.next(TaskId.of("a"), true)).isNull();
        ids.remove(TaskId.of("a"));
        ids.add(TaskId.of("b"));
        ids.remove(TaskId.of("b"));
        assertThat(ids.next(null, true)).isNull();
    }
}
