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
 * Checks all objects of a value for the limits and classes that a library does not check, names the path to a failure, and
 * counts the objects. The stack does not grow with the depth of the value.
 */
final class Walk {
    private static final int LONGEST_PATH = 16;
    private static final @Nullable Object[] NONE = {};

    private final Shapes shapes;
    private final Limits limits;
    /** The budget of the message that is read; null if a value is written. */
    private final @Nullable DecodingBudget budget;

    private final List<Step> path = new ArrayList<>();
    private final IdentityHashMap<Object, Step> met = new IdentityHashMap<>();
    /** The parts that Externalizable objects write. Each object is asked once. */
    private final IdentityHashMap<Object, @Nullable Object[]> external = new IdentityHashMap<>();

    private long objects;
    private int deepest;
    private boolean carried = true;
    private boolean cyclic;

    /** An object whose parts are being visited. */
    private static final class Step {
        final Shape shape;
        final @Nullable Object[] parts;
        int next;
        boolean open = true;

        Step(Shape shape, @Nullable Object[] parts) {
            this.shape = shape;
            this.parts = parts;
        }

        /** The path to the part that is being visited. */
        String text() {
            int at = next - 1;
            if (shape.kind() == Kind.FIELDS) {
                return "." + shape.fields().get(at).getName();
            }
            boolean pairs = shape.kind() == Kind.MAP || shape.kind() == Kind.EXTERNAL;
            return "[" + (pairs ? at / 2 : at) + "]";
        }
    }

    /** Checks values that are to be written. */
    Walk(Shapes shapes, Limits limits) {
        this(shapes, limits, null);
    }

    /** @param budget the budget of the message that is read */
    Walk(Shapes shapes, Limits limits, @Nullable DecodingBudget budget) {
        this.shapes = shapes;
        this.limits = limits;
        this.budget = budget;
    }

    /**
     * Checks that a value can be written.
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

    /** Returns the parts of an object as they were when it was checked. */
    @Nullable
    Object[] parts(Object met) {
        return Objects.requireNonNull(this.met.get(met)).parts;
    }

    /** Checks that a list was not changed after it was checked. The library has read it once more. */
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

    /** Records the parts that an object was made of, if they cannot be read from it. */
    void external(Object object, @Nullable Object[] parts) {
        external.put(object, parts);
    }

    /** Returns whether the library takes all objects that were checked. */
    boolean carried() {
        return carried;
    }

    /** Returns whether an object that was checked leads back to itself. */
    boolean cyclic() {
        return cyclic;
    }

    /** Checks that a value that was read does not hold too many objects. */
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

    /** Libraries would lose the order of access. A map that removes its eldest entry would then remove another one. */
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
