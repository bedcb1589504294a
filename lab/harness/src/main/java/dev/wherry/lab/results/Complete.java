package dev.wherry.lab.results;

import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.Version;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;

/**
 * Has a mapper refuse records in which something is missing: a component, or an element of its lists and maps, may be null
 * only where its type is {@code @Nullable}. What a record's constructor puts in the place of nothing is not missing, so that
 * older files can be read.
 */
public final class Complete extends JacksonModule {
    /** For one mapper. */
    public Complete() {}

    @Override
    public String getModuleName() {
        return "complete records";
    }

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    @Override
    public void setupModule(SetupContext context) {
        context.appendAnnotationIntrospector(new Primitives());
        context.addDeserializerModifier(new Records());
    }

    /** What a mapper refused: the record, its component, and what a record's constructor said, where it was the one to refuse. */
    public static String why(JacksonException refused) {
        return Mismatch.inRecord(refused);
    }

    /** An absent one would be 0 or false, and nobody could tell afterwards; a component may say itself that this is right. */
    private static final class Primitives extends NopAnnotationIntrospector {
        @Override
        public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
            boolean required =
                    member.getDeclaringClass().isRecord() && member.getRawType().isPrimitive();
            return required ? Boolean.TRUE : null;
        }
    }

    private static final class Records extends ValueDeserializerModifier {
        @Override
        public ValueDeserializer<?> modifyDeserializer(
                DeserializationConfig config, BeanDescription.Supplier bean, ValueDeserializer<?> deserializer) {
            return bean.getBeanClass().isRecord() ? new Checked(deserializer) : deserializer;
        }
    }

    private static final class Checked extends DelegatingDeserializer {
        Checked(ValueDeserializer<?> deserializer) {
            super(deserializer);
        }

        @Override
        protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> other) {
            return new Checked(other);
        }

        @Override
        public @Nullable Object deserialize(JsonParser parser, DeserializationContext context) {
            Object read = super.deserialize(parser, context);
            for (RecordComponent component : handledType().getRecordComponents()) {
                Object value = value(component, read);
                if (lacks(component.getAnnotatedType(), value)) {
                    String told = value == null ? "%s is missing" : "something in %s is missing";
                    throw new Mismatch.Missing(parser, told, handledType())
                            .prependPath(handledType(), component.getName());
                }
            }
            return read;
        }

        private static @Nullable Object value(RecordComponent component, Object of) {
            try {
                component.getAccessor().setAccessible(true);
                return component.getAccessor().invoke(of);
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException("a record's accessor tells its component", impossible);
            }
        }

        /** Of a list's type the last argument is the elements', of a map's the values'; keys of JSON are never null. */
        private static boolean lacks(AnnotatedType type, @Nullable Object value) {
            if (value == null) {
                return !type.isAnnotationPresent(Nullable.class);
            }
            if (!(type instanceof AnnotatedParameterizedType generic)) {
                return false;
            }
            AnnotatedType last =
                    generic.getAnnotatedActualTypeArguments()[generic.getAnnotatedActualTypeArguments().length - 1];
            return switch (value) {
                case Collection<?> all -> all.stream().anyMatch(each -> lacks(last, each));
                case Map<?, ?> all -> all.values().stream().anyMatch(each -> lacks(last, each));
                default -> false;
            };
        }
    }
}
