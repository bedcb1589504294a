package dev.wherry.codec.java;

import dev.wherry.codec.CycleRefusal;
import dev.wherry.codec.DecodingBudget;
import dev.wherry.codec.java.StreamHandles.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts that hashing an object visits and that were incomplete when it referred to them, or that lead to such parts. Their
 * cost depends on when they are hashed.
 */
final class OpenParts {
    final List<Node> parts = new ArrayList<>(2);
    /** The last walk that came here, and what it found. */
    private @Nullable Walk last;

    private Cost cost = Cost.NONE;

    /**
     * The cost of an object in a key.
     *
     * @param hashing how many bytes hashing it visits, each as often as it is reached
     * @param searching what comparing it takes beyond that
     * @param cyclic whose hash code depends on itself; null if there is none
     */
    record Cost(long hashing, long searching, @Nullable Node cyclic) {
        static final Cost ONE = new Cost(1, 0, null);
        private static final Cost NONE = new Cost(0, 0, null);

        /** Returns the cost of a comparator that reads the fields of a key. */
        static Cost of(Node key) {
            return new Cost(key.fields, 0, null);
        }

        private static Cost endless(Node cyclic) {
            return new Cost(Integer.MAX_VALUE, 0, cyclic);
        }

        private Cost plus(Cost other) {
            return new Cost(
                    Math.min(hashing + other.hashing, Integer.MAX_VALUE),
                    Math.min(searching + other.searching, Integer.MAX_VALUE),
                    cyclic == null ? other.cyclic : cyclic);
        }

        /** Refuses a key that nobody can hash. */
        Cost requireFinite() {
            if (cyclic != null && cyclic.type != null) {
                throw CycleRefusal.hashed(cyclic.type.type());
            }
            return this;
        }
    }

    /**
     * Returns the cost of an object in a key, as far as the message has been read.
     *
     * @param container that is about to have the key; null if there is none
     */
    static Cost cost(Node key, @Nullable Node container, DecodingBudget budget) {
        return key.open == null && key.inner == null
                ? new Cost(key.cost, key.searching, null)
                : new Walk(container, budget).cost(key);
    }

    /** Visits the parts that lead to what is being read, each once and without the stack growing with their depth. */
    private static final class Walk {
        private final @Nullable Node container;
        private final DecodingBudget budget;
        private final Deque<Step> path = new ArrayDeque<>();
        private Cost found = Cost.NONE;

        Walk(@Nullable Node container, DecodingBudget budget) {
            this.container = container;
            this.budget = budget;
        }

        /** An object of which the parts are visited. */
        private static final class Step {
            final Node node;
            final List<Node> parts;
            int next;
            Cost sum;

            Step(Node node) {
                this.node = node;
                parts = node.open == null ? List.of() : node.open.parts;
                sum = new Cost(node.cost, node.searching, null);
            }

            @Nullable
            Node nextPart() {
                return next < parts.size() ? parts.get(next++) : next++ == parts.size() ? node.inner : null;
            }
        }

        Cost cost(Node key) {
            enter(key);
            while (!path.isEmpty()) {
                Step step = path.getLast();
                step.sum = step.sum.plus(found);
                found = Cost.NONE;
                Node part = step.nextPart();
                if (part != null) {
                    enter(part);
                } else {
                    path.removeLast();
                    found = step.sum;
                    if (step.node.open != null) {
                        step.node.open.cost = found;
                    }
                }
            }
            return found;
        }

        /** Begins a part, or finds out what it costs. */
        private void enter(Node part) {
            OpenParts open = part.open;
            if (part == container) {
                found = Cost.endless(part);
            } else if (open == null || open.last != this) {
                if (open != null) {
                    open.last = this;
                    open.cost = Cost.endless(part); // until it ends
                }
                Step step = new Step(part);
                budget.takeWork(1 + step.parts.size(), "Hashing keys that refer to objects around them");
                path.add(step);
            } else {
                found = open.cost;
            }
        }
    }
}
