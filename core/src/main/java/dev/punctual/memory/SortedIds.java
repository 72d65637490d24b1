package dev.punctual.memory;

import dev.punctual.TaskId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ids in order of their bytes, for lists: sorted blocks in a row, a few bytes an id where a tree takes forty. Not
 * thread-safe.
 */
final class SortedIds {

    private static final int BLOCK_MAX = 256;
    private static final int BLOCK_FIRST = 8;

    /** Ids in order; never empty. */
    private static final class Block {
        private @Nullable TaskId[] ids = new TaskId[BLOCK_FIRST];
        private int count;

        TaskId get(int at) {
            TaskId id = ids[at];
            if (id == null) {
                throw new IllegalStateException("no id at " + at);
            }
            return id;
        }

        /** Returns the place of an id, or minus (the place it would have) minus 1. */
        int find(TaskId id) {
            int low = 0;
            int high = count - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                int order = get(middle).compareTo(id);
                if (order == 0) {
                    return middle;
                }
                if (order < 0) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
            return -low - 1;
        }

        void insert(int at, TaskId id) {
            if (count == ids.length) {
                ids = Arrays.copyOf(ids, Math.min(BLOCK_MAX, 2 * count));
            }
            System.arraycopy(ids, at, ids, at + 1, count - at);
            ids[at] = id;
            count++;
        }

        void remove(int at) {
            count--;
            System.arraycopy(ids, at + 1, ids, at, count - at);
            ids[count] = null;
        }

        /** Takes everything from there on away into a block of its own. */
        Block cut(int at) {
            Block rest = new Block();
            rest.count = count - at;
            rest.ids = Arrays.copyOfRange(ids, at, Math.max(count, at + BLOCK_FIRST));
            Arrays.fill(ids, at, count, null);
            count = at;
            return rest;
        }
    }

    private final List<Block> blocks = new ArrayList<>();

    /** Returns the number of the last block whose first id is not after this one; 0 if there is none. */
    private int block(TaskId id) {
        int low = 0;
        int high = blocks.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (blocks.get(middle).get(0).compareTo(id) <= 0) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Adds an id that is not there. */
    void add(TaskId id) {
        if (blocks.isEmpty()) {
            blocks.add(new Block());
        }
        int number = block(id);
        Block block = blocks.get(number);
        int at = -block.find(id) - 1;
        if (block.count == BLOCK_MAX) {
            // Ids that come in order would leave every block half empty: then only the new one goes on.
            boolean last = at == BLOCK_MAX && number == blocks.size() - 1;
            Block rest = block.cut(last ? BLOCK_MAX : BLOCK_MAX / 2);
            blocks.add(number + 1, rest);
            if (last || at > BLOCK_MAX / 2) {
                at -= block.count;
                block = rest;
            }
        }
        block.insert(at, id);
    }

    /** Removes an id if it is there. */
    void remove(TaskId id) {
        if (blocks.isEmpty()) {
            return;
        }
        int number = block(id);
        Block block = blocks.get(number);
        int at = block.find(id);
        if (at < 0) {
            return;
        }
        block.remove(at);
        if (block.count == 0) {
            blocks.remove(number);
        } else {
            join(number);
        }
    }

    /** Joins a block with the one behind it when both together are half of one, so that few stay nearly empty. */
    private void join(int number) {
        if (number + 1 < blocks.size()) {
            Block block = blocks.get(number);
            Block next = blocks.get(number + 1);
            if (block.count + next.count <= BLOCK_MAX / 2) {
                for (int i = 0; i < next.count; i++) {
                    block.insert(block.count, next.get(i));
                }
                blocks.remove(number + 1);
            }
        }
    }

    /** Returns the first id after this one, or not before it if {@code inclusive}; of all if it is null. */
    @Nullable
    TaskId next(@Nullable TaskId from, boolean inclusive) {
        if (blocks.isEmpty()) {
            return null;
        }
        if (from == null) {
            return blocks.get(0).get(0);
        }
        int number = block(from);
        Block block = blocks.get(number);
        int found = block.find(from);
        int at = found < 0 ? -found - 1 : inclusive ? found : found + 1;
        if (at < block.count) {
            return block.get(at);
        }
        return number + 1 < blocks.size() ? blocks.get(number + 1).get(0) : null;
    }
}
