package dev.wherry.codec.library;

import dev.wherry.Limits;
import dev.wherry.codec.CycleRefusal;
import dev.wherry.codec.DecodingBudget;
import dev.wherry.codec.Snapshot;
import dev.wherry.codec.compact.SerialFields;
import dev.wherry.codec.library.Shapes.Kind;
import dev.wherry.codec.library.Shapes.Shape;
import dev.wherry.spi.CodecException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Looks through a value, without the stack growing with its depth: finds what a library would not, says where it is, and
 * counts the objects.
 */
final class Walk {
    private static final int LONGEST_PATH = 16;
    private static final @Nullable Object[] NONE = {};

    private final Shapes shapes;
    private final Limits limits;
    /** Of the message that is read; null if this is written. */
    private final @Nullable DecodingBudget budget;

    private final List<Step> path = new ArrayList<>();
    private final IdentityHashMap<Object, Step> met = new IdentityHashMap<>();
    /** What objects write that write themselves: each is asked once. */
    private final IdentityHashMap<Object, @Nullable Object[]> external = new IdentityHashMap<>();

    private long objects;
    private int deepest;
    private boolean carried = true;
    private boolean cyclic;

    /** An object whose parts are being looked at. */
    private static final class Step {
        final Shape shape;
        final @Nullable Object[] parts;
        int next;
        boolean open = true;

        Step(Shape shape, @Nullable Object[] parts) {
            this.shape = shape;
            this.parts = parts;
        }

        /** How to get to the part that is looked at. */
        String text() {
            int at = next - 1;
            if (shape.kind() == Kind.FIELDS) {
                return "." + shape.fields().get(at).getName();
            }
            boolean pairs = shape.kind() == Kind.MAP || shape.kind() == Kind.EXTERNAL;
            return "[" + (pairs ? at / 2 : at) + "]";
        }
    }

    /** Looks through values that are to be written. */
    Walk(Shapes shapes, Limits limits) {
        this(shapes, limits, null);
    }

    /** @param budget of the message that is read */
    Walk(Shapes shapes, Limits limits, @Nullable DecodingBudget budget) {
        this.shapes = shapes;
        this.limits = limits;
        this.budget = budget;
    }

    /**
     * Finds out whether a value can be written.
     *
     * @return how deep it nests
     */
    int check(Object value) {
        try {
            walk(value, true);
            return deepest;
        } catch (CodecException e) {
            StringBuilder where = new StringBuilder();
            path.stream().limit(LONGEST_PATH).forEach(step -> where.append(step.text()));
            throw where.isEmpty() ? e : e.at(where.toString());
        }
    }

    /** What is in an object that was checked, as it was then. */
    @Nullable
    Object[] parts(Object met) {
        return Objects.requireNonNull(this.met.get(met)).parts;
    }

    /** Finds out whether a list was changed since it was checked: the library has looked at it again by itself. */
    void requireUnchanged() {
        met.forEach((object, step) -> {
            if (step.shape.kind() == Kind.COLLECTION
                    && !shapes.isFilled(object.getClass())
                    && !isSame(step.parts, Shapes.parts(object))) {
                throw Snapshot.changed(object);
            }
        });
    }

    @SuppressWarnings("ReferenceEquality") // the same elements
    private static boolean isSame(@Nullable Object[] before, @Nullable Object[] now) {
        boolean same = before.length == now.length;
        for (int i = 0; same && i < now.length; i++) {
            same = before[i] == now[i];
        }
        return same;
    }

    /** Tells what an object has been made of that cannot be asked. */
    void external(Object object, @Nullable Object[] parts) {
        external.put(object, parts);
    }

    /** Whether the library takes all of what was checked. */
    boolean carried() {
        return carried;
    }

    /** Whether an object of what was checked leads back to itself. */
    boolean cyclic() {
        return cyclic;
    }

    /** Finds out whether a value that was read holds too many objects. */
    void count(Object value) {
        walk(value, false);
    }

    private void walk(Object value, boolean writing) {
        enter(value, writing);
        while (!path.isEmpty()) {
            Step step = path.getLast();
            if (step.next == step.parts.length) {
                path.removeLast().open = false;
                continue;
            }
            Object part = step.parts[step.next++];
            if (part != null) {
                enter(part, writing);
            }
        }
    }

    private void enter(Object object, boolean writing) {
        Shape shape = shapes.of(object.getClass());
        carried &= shape.carried() && !(writing && isByAccess(object));
        if (shape.kind() != Kind.SIMPLE && shape.kind() != Kind.ASIDE) {
            Step before = met.get(object);
            if (before != null) {
                cyclic |= before.open;
                if (writing && before.open && shape.closed(object)) {
                    throw CycleRefusal.refused("a record or an immutable value", object.getClass());
                }
                return;
            }
        }
        if (budget != null) {
            budget.takeTime();
        }
        if (++objects > limits.graphObjects()) {
            throw CodecException.limit("more than " + limits.graphObjects() + " objects", "graphObjects");
        }
        if (path.size() >= limits.graphDepth()) {
            throw CodecException.limit("values nested more than " + limits.graphDepth() + " deep", "graphDepth");
        }
        deepest = Math.max(deepest, path.size() + 1);
        if (shape.kind() == Kind.SIMPLE || shape.kind() == Kind.ASIDE) {
            return;
        }
        @Nullable Object[] parts = parts(object, shape);
        Step step = new Step(shape, parts);
        met.put(object, step);
        path.add(step);
    }

    /** Libraries would lose the order, so that what removes the eldest entry would remove another one. */
    private static boolean isByAccess(Object object) {
        return object.getClass() == LinkedHashMap.class && SerialFields.isInAccessOrder((LinkedHashMap<?, ?>) object);
    }

    private @Nullable Object[] parts(Object object, Shape shape) {
        return switch (shape.kind()) {
            case ARRAY -> (@Nullable Object[]) object;
            case COLLECTION, MAP -> Shapes.parts(object);
            case EXTERNAL -> external.computeIfAbsent(object, writer -> External.parts(writer, limits.messageBytes()));
            case FIELDS -> fields(object, shape.fields());
            case SIMPLE, ASIDE -> NONE;
        };
    }

    private static @Nullable Object[] fields(Object object, List<Field> fields) {
        @Nullable Object[] values = new @Nullable Object[fields.size()];
        try {
            for (int i = 0; i < values.length; i++) {
                values[i] = fields.get(i).get(object);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("A field that was opened is closed: " + fields, e);
        }
        return values;
    }
}
