package dev.wherry.dds.cdr;

import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.JavaType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Unions whose label is the position of the class. */
final class UnionType extends CdrType {
    private final JavaType.Cases type;
    private final CdrType[] cases;
    private final Map<Class<?>, Integer> labels = new HashMap<>();

    UnionType(JavaType.Cases type, List<CdrType> cases) {
        this.type = type;
        this.cases = cases.toArray(CdrType[]::new);
        for (int i = 0; i < this.cases.length; i++) {
            labels.put(type.classes().get(i), i);
        }
    }

    @Override
    void write(CdrWriter to, Object value) {
        Class<?> of = value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
        Integer label = labels.get(of);
        if (label == null) {
            throw to.failure("a " + of.getName() + ", which is not a case of "
                    + type.type().getName());
        }
        int start = begin(to, type.dataType().extensibility(), label);
        try {
            cases[label].write(to, value);
        } catch (CdrException e) {
            throw e.within("<" + of.getSimpleName() + ">");
        }
        end(to, type.dataType().extensibility(), start);
    }

    /** Begins a union. Returns what {@link #end} takes. */
    static int begin(CdrWriter to, Extensibility extensibility, int label) {
        int start = isDelimited(to.delimits(), extensibility) ? to.beginLength() : 0;
        to.writeInt(label);
        return start;
    }

    /** Ends a union. */
    static void end(CdrWriter to, Extensibility extensibility, int start) {
        if (isDelimited(to.delimits(), extensibility)) {
            to.endLength(start);
        }
    }

    /** Returns whether a union has a length. */
    static boolean isDelimited(boolean delimits, Extensibility extensibility) {
        return delimits && extensibility != Extensibility.FINAL;
    }

    @Override
    Object read(CdrReader from) {
        from.enter();
        boolean delimited = isDelimited(from.delimits(), type.dataType().extensibility());
        int outer = delimited ? from.beginLength() : 0;
        int label = from.readInt();
        if (label < 0 || label >= cases.length) {
            from.move(-4);
            throw from.failure("the label " + label + " is not one of 0 to " + (cases.length - 1));
        }
        Object value;
        try {
            value = cases[label].read(from);
        } catch (CdrException e) {
            throw e.within("<" + type.classes().get(label).getSimpleName() + ">");
        }
        if (delimited) {
            from.endLength(outer);
        }
        from.leave();
        return value;
    }

    @Override
    Object missing(CdrReader from) {
        return cases[0].missing(from);
    }
}
