package dev.wherry.dds.types;

import dev.wherry.dds.Bound;
import dev.wherry.dds.Length;
import dev.wherry.dds.Narrow;
import dev.wherry.dds.Signed;
import dev.wherry.dds.Unsigned;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Sequence;
import dev.wherry.dds.types.DataType.Text;
import dev.wherry.dds.types.JavaType.Elements;
import dev.wherry.dds.types.JavaType.Entries;
import dev.wherry.dds.types.JavaType.ObjectArray;
import dev.wherry.dds.types.JavaType.Plain;
import dev.wherry.dds.types.JavaType.PrimitiveArray;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A Java type with an annotation that chooses another DDS type. Equal to another one with the same type and annotation. */
record RefinedType(Type type, Annotation by) implements Type {
    private static final int LONGEST = 1 << 24;

    private static final Map<Class<?>, Primitive> UNSIGNED = Map.of(
            Byte.class, Primitive.UINT8,
            Short.class, Primitive.UINT16,
            Integer.class, Primitive.UINT32,
            Long.class, Primitive.UINT64);

    /** Returns a type with the annotations of its declaration, also those of its arguments and elements. */
    static Type of(Type type, AnnotatedType declared) {
        Type refined = withParts(type, declared);
        for (Annotation each : declared.getAnnotations()) {
            if (each.annotationType().getPackage() == Bound.class.getPackage()) {
                refined = new RefinedType(refined, each);
            }
        }
        return refined;
    }

    private static Type withParts(Type type, AnnotatedType declared) {
        if (declared instanceof AnnotatedArrayType array) {
            Type component = AppliedType.component(type);
            Type refined = component == null ? null : of(component, array.getAnnotatedGenericComponentType());
            return refined == null || refined.equals(component) ? type : new AppliedType.ArrayOf(refined);
        }
        if (declared instanceof AnnotatedParameterizedType of && type instanceof ParameterizedType applied) {
            Type[] given = applied.getActualTypeArguments();
            List<Type> refined = new ArrayList<>();
            for (int i = 0; i < given.length; i++) {
                refined.add(of(given[i], of.getAnnotatedActualTypeArguments()[i]));
            }
            return refined.equals(List.of(given)) ? type : new AppliedType((Class<?>) applied.getRawType(), refined);
        }
        return type;
    }

    /** Returns how values of the type are sent. */
    JavaType find(JavaTypes all) throws UnsupportedTypeException {
        JavaType found = all.part(type, "");
        JavaType refined = switch (by) {
            case Unsigned _ -> plain(found, found instanceof Plain of ? UNSIGNED.get(of.type()) : null);
            case Signed _ -> plain(found, found.dataType() == Primitive.BYTE ? Primitive.INT8 : null);
            case Narrow _ -> plain(found, found.dataType() == Primitive.CHAR16 ? Primitive.CHAR8 : null);
            case Bound bound -> bounded(found, checked(bound.value()));
            case Length length -> ofLength(found, checked(length.value()));
            default -> found;
        };
        if (refined == null) {
            throw new UnsupportedTypeException("@" + by.annotationType().getSimpleName() + " does not fit "
                    + AppliedType.erase(type).getSimpleName()
                    + ". For an array it stands before the brackets, as in byte @Bound(4) []");
        }
        return refined;
    }

    private static @Nullable JavaType plain(JavaType found, @Nullable Primitive as) {
        return found instanceof Plain of && as != null ? new Plain(as, of.type()) : null;
    }

    private static @Nullable JavaType bounded(JavaType found, int most) {
        return switch (found) {
            case Plain of when of.dataType() instanceof Text -> new Plain(new Text(most), String.class);
            case Elements of -> new Elements(bounded(of.dataType(), most), of.type(), of.element(), of.maker());
            case Entries of -> new Entries(bounded(of.dataType(), most), of.type(), of.entry(), of.maker());
            case ObjectArray of
            when of.dataType() instanceof Sequence sequence ->
                new ObjectArray(bounded(sequence, most), of.component(), of.element());
            case PrimitiveArray of
            when of.dataType() instanceof Sequence sequence ->
                new PrimitiveArray(bounded(sequence, most), of.component());
            default -> null;
        };
    }

    private static Sequence bounded(Sequence sequence, int most) {
        return new Sequence(sequence.element(), most);
    }

    private static @Nullable JavaType ofLength(JavaType found, int length) {
        return switch (found) {
            case ObjectArray of
            when of.dataType() instanceof Sequence sequence ->
                new ObjectArray(new DataType.Array(sequence.element(), length), of.component(), of.element());
            case PrimitiveArray of
            when of.dataType() instanceof Sequence sequence ->
                new PrimitiveArray(new DataType.Array(sequence.element(), length), of.component());
            default -> null;
        };
    }

    /** Returns the annotation as a part of a name, such as {@code Bound8}. */
    String label() {
        String name = by.annotationType().getSimpleName();
        return switch (by) {
            case Bound bound -> name + bound.value();
            case Length length -> name + length.value();
            default -> name;
        };
    }

    private static int checked(int size) throws UnsupportedTypeException {
        if (size < 1 || size > LONGEST) {
            throw new UnsupportedTypeException("a bound or length is from 1 to " + LONGEST + ", not " + size);
        }
        return size;
    }
}
