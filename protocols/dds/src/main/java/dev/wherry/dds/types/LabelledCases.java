package dev.wherry.dds.types;

import dev.wherry.dds.Case;
import dev.wherry.dds.Discriminator;
import dev.wherry.dds.types.DataType.Enumeration;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Union;
import dev.wherry.dds.types.JavaType.Conversion;
import dev.wherry.dds.types.JavaType.Maker;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Sealed types whose classes have {@link Case}: unions as IDL declares them. A record holds the value of its case. */
final class LabelledCases {
    private static final Map<Class<?>, Primitive> DISCRIMINATORS = Map.of(
            boolean.class, Primitive.BOOLEAN,
            char.class, Primitive.CHAR8,
            byte.class, Primitive.BYTE,
            short.class, Primitive.INT16,
            int.class, Primitive.INT32,
            long.class, Primitive.INT64);
    private static final Map<Class<?>, Primitive> UNSIGNED = Map.of(
            byte.class, Primitive.UINT8,
            short.class, Primitive.UINT16,
            int.class, Primitive.UINT32,
            long.class, Primitive.UINT64);

    private LabelledCases() {}

    static JavaType of(Type type, Class<?> raw, Map<Class<?>, Type> permitted, JavaTypes all)
            throws UnsupportedTypeException {
        DataType discriminator = discriminator(raw, all);
        List<Union.Case> cases = new ArrayList<>();
        List<JavaType> types = new ArrayList<>();
        Set<Integer> used = new HashSet<>();
        Set<Integer> ids = new HashSet<>();
        boolean hasDefault = false;
        for (Map.Entry<Class<?>, Type> each : permitted.entrySet()) {
            try {
                Class<?> of = each.getKey();
                List<Integer> labels = labels(of);
                ClassTypes.Found value = value(each.getValue(), of, all);
                for (int label : labels) {
                    if (!isValue(discriminator, label) || !used.add(label)) {
                        throw new UnsupportedTypeException("the label " + label
                                + " is used twice, or is not a value of the discriminator. Set another one in @Case");
                    }
                }
                if (labels.isEmpty() && hasDefault) {
                    throw new UnsupportedTypeException("a union has two default cases. Give one a label in @Case");
                }
                hasDefault |= labels.isEmpty();
                int next = cases.isEmpty() ? 1 : cases.getLast().id() + 1;
                int id = value.id() == null ? next : value.id();
                if (!ids.add(id)) {
                    throw new UnsupportedTypeException("another case has the id " + id + ". Set another one with @Id");
                }
                cases.add(new Union.Case(value.name(), id, value.type().dataType(), labels));
                types.add(new JavaType.Converted(
                        value.type(), of, conversion(value.getter(), ClassTypes.maker(of)), null));
            } catch (UnsupportedTypeException e) {
                throw e.within("<" + each.getKey().getSimpleName() + ">");
            }
        }
        Union union =
                new Union(all.named(type), all.notMutable(raw, "A sealed type"), discriminator, List.copyOf(cases));
        return new JavaType.Cases(union, raw, List.copyOf(permitted.keySet()), List.copyOf(types));
    }

    private static DataType discriminator(Class<?> raw, JavaTypes all) throws UnsupportedTypeException {
        Discriminator given = raw.getAnnotation(Discriminator.class);
        if (given == null) {
            return Primitive.INT32;
        }
        Class<?> type = given.value();
        if (type.isEnum() && !given.unsigned()) {
            return all.part(type, "<@Discriminator>").dataType();
        }
        Primitive found = (given.unsigned() ? UNSIGNED : DISCRIMINATORS).get(type);
        if (found == null) {
            throw new UnsupportedTypeException(
                    (given.unsigned() ? "unsigned " : "") + type.getName() + " cannot be a discriminator");
        }
        return found;
    }

    private static List<Integer> labels(Class<?> raw) throws UnsupportedTypeException {
        Case given = raw.getAnnotation(Case.class);
        if (given == null || !raw.isRecord() || raw.getRecordComponents().length != 1) {
            throw new UnsupportedTypeException("a case of a union needs @Case, and to be a record with one component");
        }
        return IntStream.of(given.value()).boxed().toList();
    }

    /** Returns whether a discriminator can have a value. Those of unsigned types are the bits. */
    static boolean isValue(DataType discriminator, int label) {
        return switch (discriminator) {
            case Enumeration literals -> literals.literals().stream().anyMatch(each -> each.value() == label);
            case Primitive.BOOLEAN -> (label & ~1) == 0;
            case Primitive.CHAR8, Primitive.BYTE, Primitive.UINT8 -> (label & ~0xff) == 0;
            case Primitive.INT16 -> label == (short) label;
            case Primitive.UINT16 -> (label & ~0xffff) == 0;
            default -> true;
        };
    }

    private static ClassTypes.Found value(Type type, Class<?> raw, JavaTypes all) throws UnsupportedTypeException {
        ClassTypes.Found value = ClassTypes.components(type, raw, all).getFirst();
        if (value.presence().isOptional()) {
            throw new UnsupportedTypeException("the value of a case cannot be optional").within("." + value.name());
        }
        return value;
    }

    private static Conversion conversion(MethodHandle getter, Maker maker) {
        return new Conversion() {
            @Override
            public Object toSent(Object value) {
                try {
                    @Nullable Object sent = (Object) getter.invokeExact(value);
                    if (sent == null) {
                        throw new IllegalArgumentException("its value is null");
                    }
                    return sent;
                } catch (RuntimeException | Error e) {
                    throw e;
                } catch (Throwable e) { // of an accessor, which declares nothing
                    throw new IllegalStateException(e);
                }
            }

            @Override
            public Object ofSent(Object sent) {
                try {
                    return maker.make(new Object[] {sent});
                } catch (RuntimeException | Error e) {
                    throw e;
                } catch (Throwable e) { // of a constructor, which declares nothing
                    throw new IllegalStateException(e);
                }
            }
        };
    }
}
