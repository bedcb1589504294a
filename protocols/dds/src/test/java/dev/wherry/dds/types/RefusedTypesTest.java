package dev.wherry.dds.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.ByReference;
import dev.wherry.dds.Appendable;
import dev.wherry.dds.Final;
import dev.wherry.dds.Id;
import dev.wherry.dds.Key;
import dev.wherry.dds.Mutable;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Java types that cannot be sent are refused with the part and the reason. */
@SuppressWarnings("rawtypes")
class RefusedTypesTest {
    @ByReference
    interface Reference {}

    interface Open {}

    record Holder(List<Inner> inner) {}

    record Inner(Map<String, Reference> references) {}

    record HasObject(Object any) {}

    record HasOpen(Open open) {}

    record Raw(List list) {}

    record Node(List<Node> children) {}

    record Loop(Optional<Loop2> next) {}

    record Loop2(Loop[] back) {}

    record OptionalElement(List<Optional<String>> list) {}

    record OptionalKey(@Key Optional<String> key) {}

    record SameId(@Id(1) int one, @Id(1) int other) {}

    record LargeId(@Id(0x1000_0000) int one) {}

    record Dollar(int a$b) {}

    @Final
    @Appendable
    record Both(int one) {}

    @Mutable
    sealed interface MutableUnion {}

    record Only() implements MutableUnion {}

    sealed interface Leaky {}

    static non-sealed class Leak implements Leaky {}

    static final class NoConstructor {
        final int one;

        NoConstructor(String other) {
            one = other.length();
        }
    }

    static class Shadowed extends ShadowedBase {
        int one;
    }

    static class ShadowedBase {
        int one;
    }

    record Failure(RuntimeException failure) {}

    record Running(Thread thread) {}

    record Remote(java.rmi.Remote remote) {}

    final class WithOuter {
        int one;
    }

    static List<Arguments> types() {
        return List.of(
                Arguments.of(Holder.class, "Holder.inner[].references[value]", "passed by reference"),
                Arguments.of(HasObject.class, "HasObject.any", "any class"),
                Arguments.of(HasOpen.class, "HasOpen.open", "Make it sealed"),
                Arguments.of(Raw.class, "Raw.list", "raw type"),
                Arguments.of(Node.class, "Node.children[]", "contains itself"),
                Arguments.of(Loop.class, "Loop.next.back[]", "contains itself"),
                Arguments.of(OptionalElement.class, "OptionalElement.list[]", "Optional"),
                Arguments.of(OptionalKey.class, "OptionalKey.key", "@Key"),
                Arguments.of(SameId.class, "SameId.other", "used twice"),
                Arguments.of(LargeId.class, "LargeId.one", "out of range"),
                Arguments.of(Dollar.class, "Dollar.a$b", "not a name in IDL"),
                Arguments.of(Both.class, "Both", "more than one of"),
                Arguments.of(MutableUnion.class, "MutableUnion", "cannot be @Mutable"),
                Arguments.of(Leaky.class, "Leaky", "open to other classes"),
                Arguments.of(NoConstructor.class, "NoConstructor", "constructor"),
                Arguments.of(Shadowed.class, "Shadowed.one", "superclass"),
                Arguments.of(Failure.class, "Failure.failure", "is an exception"),
                Arguments.of(Running.class, "Running.thread", "no type in DDS"),
                Arguments.of(Remote.class, "Remote.remote", "java.rmi.Remote"),
                Arguments.of(WithOuter.class, "WithOuter", "outer object"),
                Arguments.of(Optional.class, "Optional", "only a member"),
                Arguments.of(void.class, "void", "no values"));
    }

    @ParameterizedTest
    @MethodSource("types")
    void refusesTheTypeWithThePartAndTheReason(Type type, String path, String reason) {
        assertThatThrownBy(() -> new JavaTypes().of(type))
                .isInstanceOfSatisfying(
                        UnsupportedTypeException.class,
                        e -> assertThat(e.path()).isEqualTo(path))
                .hasMessageStartingWith(path + ": ")
                .hasMessageContaining(reason);
    }
}
