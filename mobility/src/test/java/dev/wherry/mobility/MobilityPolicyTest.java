package dev.wherry.mobility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Identity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MobilityPolicyTest {
    private static final Identity ANN = Identity.of("unix", "user ann");

    @Test
    void acceptsNobodyWhenOff() {
        assertThat(MobilityPolicy.off().isOff()).isTrue();
        assertThat(MobilityPolicy.off().accepts(ANN)).isFalse();
        assertThat(MobilityPolicy.accept().isOff()).isTrue();
        assertThat(MobilityPolicy.off()).hasToString("code mobility off");
    }

    @Test
    void acceptsAnyoneOrSomeWhicheverWasSetLast() {
        MobilityPolicy some =
                MobilityPolicy.builder().acceptAnyone().accept(ANN).build();
        assertThat(some.anyone()).isFalse();
        assertThat(some.shippers()).containsExactly(ANN);
        MobilityPolicy all = some.toBuilder().acceptAnyone().build();
        assertThat(all.anyone()).isTrue();
        assertThat(all.shippers()).isEmpty();
    }

    @Test
    void acceptsByKindNameAndAttributes() {
        Identity shown = new Identity("unix", "user ann", Map.of("user", "ann", "group", "build"));
        assertThat(MobilityPolicy.accept(ANN).accepts(shown)).isTrue();
        assertThat(MobilityPolicy.accept(ANN).accepts(Identity.of("process", "user ann")))
                .isFalse();
        assertThat(MobilityPolicy.accept(ANN).accepts(Identity.of("unix", "user anna")))
                .isFalse();
        MobilityPolicy group = MobilityPolicy.accept(new Identity("unix", null, Map.of("group", "build")));
        assertThat(group.accepts(shown)).isTrue();
        assertThat(group.accepts(ANN)).isFalse();
    }

    @Test
    void refusesShippersThatNameNobody() {
        assertThatThrownBy(() -> MobilityPolicy.accept(Identity.of("address", "10.0.0.7:1")))
                .hasMessageContaining("10.0.0.7:1 proves nothing");
        assertThatThrownBy(() -> MobilityPolicy.accept(Identity.of("unix", null)))
                .hasMessageContaining("names nobody");
        assertThatThrownBy(() -> MobilityPolicy.accept(Identity.of("unix", "ann")))
                .hasMessageContaining("Identity.of(\"unix\", \"user ann\")");
    }

    @Test
    void refusesToAllowNoPackage() {
        assertThatThrownBy(MobilityPolicy.builder()::allow)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("leave this out to allow all");
    }

    @ParameterizedTest
    @CsvSource({
        "com.acme, com.acme.T, true",
        "com.acme, com.acme.T$1, true",
        "com.acme, com.acme.sub.T, false",
        "com.acme, com.acmeother.T, false",
        "com.acme, com.T, false",
        "com.acme, T, false",
        "com.acme.*, com.acme.T, true",
        "com.acme.*, com.acme.sub.deep.T, true",
        "com.acme.*, com.acmeother.T, false",
        "'', T, true",
        "'', com.acme.T, false",
        "acme.*, acme.sub.T, true",
        "acme.*, acme, false"
    })
    void readsPackages(String rule, String className, boolean met) {
        MobilityPolicy policy = MobilityPolicy.acceptAnyone();
        assertThat(policy.toBuilder().allow(rule).build().allows(className)).isEqualTo(met);
        assertThat(policy.toBuilder().deny(rule).build().allows(className)).isEqualTo(!met);
        assertThat(policy.toBuilder().shippedFirst(rule).build().prefersShipped(className))
                .isEqualTo(met);
        assertThat(policy.toBuilder()
                                .allow("com.acme.*", "acme.*", "")
                                .deny(rule)
                                .build()
                                .allows(className)
                        && met)
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "com.acme, com.acme, true",
        "com.acme, com.acme.*, true",
        "com.acme, com.*, true",
        "com.acme.*, com.acme.*, true",
        "com.acme.*, com.*, true",
        "'', '', true",
        "com.acme.*, com.acme, false",
        "com.acme, com.acme.sub.*, false",
        "com.acme.*, com.acme.sub.*, false",
        "com.acme, com.acmeother.*, false",
        "'', com.*, false"
    })
    void refusesToDenyAllThatIsAllowed(String allowed, String denied, boolean all) {
        MobilityPolicy policy = MobilityPolicy.acceptAnyone();
        if (all) {
            assertThatThrownBy(
                            () -> policy.toBuilder().allow(allowed).deny(denied).build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(
                            "[" + allowed + "], is denied by [" + denied + "], so that no code would be accepted");
            assertThatThrownBy(
                            () -> policy.toBuilder().deny(denied).allow(allowed).build())
                    .isInstanceOf(IllegalArgumentException.class);
        } else {
            assertThat(policy.toBuilder().allow(allowed).deny(denied).build().denied())
                    .containsExactly(denied);
        }
        assertThat(policy.toBuilder()
                        .allow(allowed, "org.acme")
                        .deny(denied)
                        .build()
                        .allows("org.acme.T"))
                .isTrue();
    }

    @Test
    void allowsAllAndPrefersNothingShippedByDefault() {
        assertThat(MobilityPolicy.acceptAnyone().allows("com.acme.T")).isTrue();
        assertThat(MobilityPolicy.acceptAnyone().prefersShipped("com.acme.T")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.acme.",
                ".com",
                "com..acme",
                "*",
                ".*",
                "com.*.acme",
                "com/acme",
                "com.acme.**",
                " ",
                "com.a*"
            })
    void refusesOtherNotations(String rule) {
        for (Consumer<String> use : List.<Consumer<String>>of(
                MobilityPolicy.builder()::allow,
                MobilityPolicy.builder()::deny,
                MobilityPolicy.builder()::shippedFirst)) {
            assertThatThrownBy(() -> use.accept(rule))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + rule + "' names no package")
                    .hasMessageContaining("'com.acme.*'");
        }
    }

    @Test
    void changesOnePartAtATime() {
        List<CodeReceived> records = new ArrayList<>();
        Consumer<CodeReceived> recorder = records::add;
        CodeLimits limits = CodeLimits.builder().hops(1).build();
        ChildLimits child = ChildLimits.builder().threads(1).build();
        ClassLoader host = new ClassLoader() {};
        MobilityPolicy policy = MobilityPolicy.builder()
                .accept(ANN)
                .allow("a")
                .deny("b")
                .shippedFirst("c")
                .limits(limits)
                .child(child)
                .host(host)
                .recorder(recorder)
                .build();
        assertThat(policy)
                .hasToString("code accepted from user ann, of packages [a], not of packages [b], in a child JVM");
        assertThat(values(policy))
                .containsExactly(
                        false, Set.of(ANN), Set.of("a"), Set.of("b"), Set.of("c"), limits, child, host, recorder);
        assertThat(values(policy.toBuilder().child(null).build()))
                .containsExactly(
                        false, Set.of(ANN), Set.of("a"), Set.of("b"), Set.of("c"), limits, null, host, recorder);
    }

    private static List<@Nullable Object> values(MobilityPolicy policy) {
        return Arrays.asList(
                policy.anyone(),
                policy.shippers(),
                policy.allowed(),
                policy.denied(),
                policy.shippedFirst(),
                policy.limits(),
                policy.child(),
                policy.host(),
                policy.recorder());
    }
}
