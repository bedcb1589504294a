package dev.wherry.cli.json;

import dev.wherry.ByReference;
import dev.wherry.cli.types.GeneratedClasses;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.util.Currency;
import java.util.Date;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.Deserializers;

/**
 * Decides which types JSON can be converted to. A peer chooses the types, and a constructor of the JDK may do anything with a
 * string. So only the generated classes and classes of plain values are allowed.
 */
final class KnownTypes extends Deserializers.Base {
    private static final Set<Class<?>> VALUES = Set.of(
            Boolean.class,
            Byte.class,
            Short.class,
            Character.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            Void.class,
            String.class,
            CharSequence.class,
            BigInteger.class,
            BigDecimal.class,
            UUID.class,
            URI.class,
            Locale.class,
            Currency.class,
            Date.class);

    private static final Set<Class<?>> OPEN = Set.of(Object.class, Comparable.class, Number.class, Serializable.class);

    private final GeneratedClasses classes;

    KnownTypes(GeneratedClasses classes) {
        this.classes = classes;
    }

    @Override
    public @Nullable ValueDeserializer<?> findBeanDeserializer(
            JavaType type, DeserializationConfig config, BeanDescription.Supplier description) {
        Class<?> raw = type.getRawClass();
        if (OPEN.contains(raw)) {
            return new OpenReader(raw, classes);
        }
        return hasDeserializerFor(config, raw) ? null : new Refusing(raw);
    }

    @Override
    public boolean hasDeserializerFor(DeserializationConfig config, Class<?> type) {
        return type.isPrimitive()
                || VALUES.contains(type)
                || type.getPackageName().equals("java.time")
                || (classes.contains(type) && !isReference(type));
    }

    private static boolean isReference(Class<?> type) {
        return type.isAnnotationPresent(ByReference.class);
    }
}
