package dev.wherry.lab.results;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.RecordComponent;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.module.SimpleModule;

/**
 * Makes a mapper refuse records with missing values. A component may be missing only if it is {@code @Nullable}, or marked {@link
 * EmptyIfAbsent}. Elements of lists and maps may never be null.
 */
public final class Complete extends SimpleModule {
    /** Marks a component that is empty, 0 or false if a file leaves it out. */
    @Retention(RetentionPolicy.RUNTIME)
    @JacksonAnnotationsInside
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    public @interface EmptyIfAbsent {}

    public Complete() {}

    @Override
    public void setupModule(SetupContext context) {
        context.appendAnnotationIntrospector(new NullsOfRecords());
    }

    /** Jackson does not see {@code @Nullable}, which annotates types. */
    private static final class NullsOfRecords extends NopAnnotationIntrospector {
        @Override
        public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated annotated) {
            Optional<RecordComponent> component =
                    annotated instanceof AnnotatedMember member ? component(member) : Optional.empty();
            return component
                    .map(each -> JsonSetter.Value.construct(
                            each.getAnnotatedType().isAnnotationPresent(Nullable.class) ? null : Nulls.FAIL,
                            Nulls.FAIL))
                    .orElse(JsonSetter.Value.empty());
        }

        private static Optional<RecordComponent> component(AnnotatedMember member) {
            RecordComponent[] all = member.getDeclaringClass().getRecordComponents();
            if (all == null) {
                return Optional.empty();
            }
            if (member instanceof AnnotatedParameter parameter) {
                return parameter.getOwner().getParameterCount() == all.length
                        ? Optional.of(all[parameter.getIndex()])
                        : Optional.empty();
            }
            return Stream.of(all)
                    .filter(each -> each.getName().equals(member.getName()))
                    .findFirst();
        }
    }
}
