package dev.wherry.cli.json;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.wherry.ByReference;
import dev.wherry.cli.types.GeneratedClasses;
import java.io.Serial;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.jsontype.NamedType;

/**
 * The form of generated classes in JSON. {@code "@type"} names one of the cases of a sealed or open type, or of a class and
 * its subclasses. The primitive components of a record must be given: a missing number is a mistake, not 0.
 */
@SuppressWarnings("serial") // Jackson's type is Serializable, but these mappers are never serialized
final class TypeNames extends NopAnnotationIntrospector {
    static final String PROPERTY = "@type";

    @Serial
    private static final long serialVersionUID = 1;

    private final transient GeneratedClasses classes;

    TypeNames(GeneratedClasses classes) {
        this.classes = classes;
    }

    @Override
    public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated annotated) {
        return hasCases(annotated)
                ? JsonTypeInfo.Value.construct(
                        JsonTypeInfo.Id.NAME, JsonTypeInfo.As.PROPERTY, PROPERTY, null, false, true, null)
                : null;
    }

    @Override
    public @Nullable List<NamedType> findSubtypes(MapperConfig<?> config, Annotated annotated) {
        return hasCases(annotated)
                ? classes.cases(annotated.getRawType()).entrySet().stream()
                        .map(named -> new NamedType(named.getValue(), named.getKey()))
                        .toList()
                : null;
    }

    @Override
    public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
        return member.getRawType().isPrimitive() ? Boolean.TRUE : null;
    }

    private boolean hasCases(Annotated annotated) {
        Class<?> type = annotated.getRawType();
        return annotated instanceof AnnotatedClass
                && classes.contains(type)
                && !type.isAnnotationPresent(ByReference.class)
                && (type.isInterface() || classes.cases(type).size() > 1);
    }
}
