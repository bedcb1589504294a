package dev.wherry.testkit.fuzz;

import dev.wherry.spi.Definition;
import dev.wherry.spi.Out;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Definitions of codec {@code compact} for classes that do not exist here or that differ here, and values of them. */
final class RandomDefinitions {
    private static final int RECORD = 0;
    private static final int ENUM = 2;
    private static final int THROWABLE = 4;
    private static final int SHAPES = 7;
    private static final int VALUE = 9;
    private static final int MOST = 12;
    private static final int FIRST_HEAD = 9;
    private static final List<String> CLASSES = List.of(
            Fuzzed.Twin.class.getName(),
            Fuzzed.Child.class.getName(),
            Fuzzed.Side.class.getName(),
            Fuzzed.Failure.class.getName(),
            "java.lang.RuntimeException",
            "java.util.ArrayList");

    private final Random random;
    private final List<Definition> all;
    private final List<Known> known = new ArrayList<>();
    private final boolean large;

    /** A definition of the message. */
    private record Known(int number, int shape, boolean kept, int parts) {}

    /**
     * Creates the definitions of a message.
     *
     * @param first the definitions that each message has
     */
    RandomDefinitions(Random random, List<Definition> first) {
        this.random = random;
        large = random.nextInt(3) == 0;
        all = new ArrayList<>(first);
    }

    List<Definition> all() {
        return List.copyOf(all);
    }

    /**
     * Writes an exception with a field that its class does not have here.
     *
     * @param numbering run when an object gets a number
     */
    void exception(Out out, Runnable numbering, Runnable field) {
        head(define(THROWABLE, "java.lang.RuntimeException", 1), out);
        numbering.run();
        throwable(out);
        field.run();
    }

    /** Writes a value of a class that does not exist here or has other fields. */
    void value(Out out, Runnable numbering, Runnable part) {
        if (known.size() < MOST) {
            known.add(define());
        }
        Known one = known.get(random.nextInt(known.size()));
        head(one, out);
        if (one.kept) {
            numbering.run();
        }
        if (one.shape == ENUM) {
            out.writeSize(random.nextInt(1 + one.parts));
            return;
        }
        if (one.shape == THROWABLE) {
            throwable(out);
        }
        for (int i = 0; i < one.parts; i++) {
            if (i < 4) {
                part.run();
            } else {
                out.writeByte(0);
            }
        }
    }

    private static void head(Known definition, Out out) {
        out.writeSize(FIRST_HEAD + 2 * definition.number);
    }

    private static void throwable(Out out) {
        out.writeText("message");
        out.writeByte(0);
        out.writeSize(0);
        out.writeSize(0);
    }

    private Known define() {
        if (large) {
            return define(ENUM, "no.Such" + all.size(), random.nextInt(5_000));
        }
        boolean here = random.nextBoolean();
        String name = here ? CLASSES.get(random.nextInt(CLASSES.size())) : "no.Such" + all.size();
        int shape = random.nextInt(3) == 0 ? random.nextInt(SHAPES) : random.nextBoolean() ? ENUM : RECORD;
        int parts = random.nextInt(8);
        return define(shape, name, parts);
    }

    private Known define(int shape, String name, int parts) {
        Out out = new Out(64);
        out.writeByte(shape);
        out.writeText(name);
        boolean kept = shape == THROWABLE || random.nextInt(4) == 0;
        out.writeBoolean(kept);
        out.writeSize(parts);
        boolean own = random.nextBoolean();
        for (int i = 0; i < parts; i++) {
            out.writeText(own && i < 2 ? (i == 0 ? "left" : "right") : Integer.toString(i, Character.MAX_RADIX));
            if (shape != ENUM) {
                out.writeByte(VALUE);
            }
        }
        all.add(new Definition(Definition.Kind.SCHEMA, out.copy()));
        return new Known(all.size() - 1, shape, kept, parts);
    }
}
