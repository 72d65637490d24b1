package dev.punctual.search;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Goes breadth first through every state of a scenario until a promise is broken or there is nothing new, so that the
 * way to a violation is a shortest one. Not thread-safe.
 */
final class Search {

    private final Moves moves;
    private final Progress progress;
    private final Set<StateKey> known = new HashSet<>();
    private final ArrayDeque<World> border = new ArrayDeque<>();
    /** For each state, in the order of discovery, the one from which it was reached and how. */
    private int[] parents = new int[1 << 16];

    private final List<String> ways = new ArrayList<>();

    /**
     * What a search found.
     *
     * @param states how many states there are (or were seen before the violation)
     * @param steps how many transitions were made
     * @param broken the promise that was broken, or null
     * @param trace what happened on the way to it
     */
    record Result(int states, long steps, @Nullable String broken, List<String> trace) {
        String words() {
            return broken == null
                    ? states + " states, " + steps + " steps, no violation"
                    : broken + ", after " + trace.size() + " steps (" + states + " states seen): "
                            + String.join(" -> ", trace);
        }
    }

    private Search(Scenario scenario, Rules rules) {
        moves = new Moves(scenario, rules);
        progress = new Progress(rules);
    }

    /** Searches; at most so many states. */
    static Result run(Scenario scenario, Rules rules, int statesMax) {
        return new Search(scenario, rules).run(statesMax);
    }

    private Result run(int statesMax) {
        add(new World(), -1, "");
        long steps = 0;
        for (int at = 0; !border.isEmpty(); at++) {
            World world = border.remove();
            for (Moves.Move move : moves.of(world)) {
                World next = world.copy();
                steps++;
                try {
                    move.change().accept(next);
                    if (!next.same(world) && add(next, at, move.words())) {
                        progress.check(next);
                    }
                } catch (Violation violation) {
                    return new Result(known.size(), steps, violation.getMessage(), trace(at, move.words()));
                }
            }
            if (known.size() > statesMax) {
                throw new IllegalStateException("more than " + statesMax + " states");
            }
        }
        return new Result(known.size(), steps, null, List.of());
    }

    private boolean add(World world, int parent, String way) {
        if (!known.add(StateKey.of(world))) {
            return false;
        }
        if (ways.size() == parents.length) {
            parents = Arrays.copyOf(parents, parents.length * 2);
        }
        parents[ways.size()] = parent;
        ways.add(way);
        border.add(world);
        return true;
    }

    private List<String> trace(int last, String way) {
        List<String> trace = new ArrayList<>();
        trace.add(way);
        for (int at = last; at > 0; at = parents[at]) {
            trace.add(ways.get(at));
        }
        Collections.reverse(trace);
        return trace;
    }
}
