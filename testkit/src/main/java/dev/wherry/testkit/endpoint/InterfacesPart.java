package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testkit.sample.Echo;
import dev.wherry.testkit.sample.Person;
import dev.wherry.testkit.sample.PersonStore;
import dev.wherry.testkit.sample.Scientific;
import dev.wherry.testkit.sample.Sorter;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Features of interfaces: overloads, default methods, varargs, generics, inheritance. */
interface InterfacesPart extends Part {
    /** A marker interface without methods. */
    interface Marker {}

    private Scientific scientific() {
        return fixture().serve(Scientific.class, new Scientist());
    }

    @Test
    default void distinguishesOverloads() {
        Scientific stub = scientific();
        assertThat(stub.add(1, 2)).isEqualTo(3);
        assertThat(stub.add(1L, 2L)).isEqualTo(1_000_003L);
        assertThat(stub.add("a", "b")).isEqualTo("ab");
        assertThat(stub.add((Integer) 2, 3, 4)).isEqualTo(14);
    }

    @Test
    default void callsTheServersImplementationOfADefaultMethod() {
        Scientific stub = scientific();
        assertThat(stub.name()).isEqualTo("science");
        assertThat(stub.twice(4)).isEqualTo(8);
    }

    @Test
    default void servesAnInterfaceWithoutMethods() {
        Marker stub = fixture().serve(Marker.class, new Marker() {});
        assertThat(stub).isInstanceOf(Marker.class);
    }

    @Test
    default void acceptsVarargs() {
        Scientific stub = scientific();
        assertThat(stub.sum()).isZero();
        assertThat(stub.sum(1, 2, 3)).isEqualTo(6);
        assertThat(stub.join("-")).isEmpty();
        assertThat(stub.join("-", "a", 1, 2L, true)).isEqualTo("a-1-2-true");
    }

    @Test
    default void callsInheritedMethods() {
        Scientific stub = scientific();
        assertThat(stub.root(9)).isEqualTo(3.0);
        assertThat(stub.greatest(List.of(3, 9, 2))).isEqualTo(9);
        assertThat(stub.sorted(List.of(3, 9, 2))).containsExactly(2, 3, 9);
    }

    @Test
    default void bindsTheTypeVariablesOfItsParents() {
        Map<String, Person> people = new TreeMap<>();
        PersonStore stub = fixture().serve(PersonStore.class, new PersonStore() {
            @Override
            public List<Person> olderThan(int age) {
                return new ArrayList<>(people.values());
            }

            @Override
            public void put(String key, Person value) {
                people.put(key, value);
            }

            @Override
            public Optional<Person> get(String key) {
                return Optional.ofNullable(people.get(key));
            }

            @Override
            public Map<String, Person> all() {
                return people;
            }
        });
        stub.put("b", Person.named("Bo"));
        stub.put("a", Person.named("Al"));
        assertThat(stub.get("a")).contains(Person.named("Al"));
        assertThat(stub.get("c")).isEmpty();
        assertThat(stub.all()).isEqualTo(people);
        assertThat(stub.olderThan(1)).containsExactly(Person.named("Al"), Person.named("Bo"));
    }

    @Test
    default void carriesRegisteredTypesForATypeVariableOfAMethod() {
        Sorter stub = fixture().serve(Sorter.class, new Sorter() {
            @Override
            public <T extends Comparable<T>> Collection<T> sort(Collection<T> values) {
                return values.stream().sorted().toList();
            }
        });
        assertThat(stub.sort(List.of(Person.named("Bo"), Person.named("Al"))))
                .containsExactly(Person.named("Al"), Person.named("Bo"));
        assertThat(stub.sort(List.of(3, 1, 2))).containsExactly(1, 2, 3);
        assertThat(stub.sort(List.of("b", "a"))).containsExactly("a", "b");
    }

    @Test
    default void carriesValuesOfTheJdkWhereTheTypeIsOpen() {
        Echo stub = fixture().serve(Echo.class, new Echoing());
        for (Object value : Arrays.asList(
                null,
                true,
                'x',
                (byte) 1,
                (short) 2,
                3,
                4L,
                5f,
                6.0,
                "text",
                new BigDecimal("1.50"),
                UUID.randomUUID(),
                Instant.now(),
                Optional.of("x"),
                List.of(1, "a", List.of()),
                Map.of("k", Map.of(1, 2L)))) {
            assertThat(stub.any(value)).isEqualTo(value);
        }
        assertThat(stub.any(new int[] {1, 2})).isEqualTo(new int[] {1, 2});
        assertThat(stub.any(new String[] {"a", null})).isEqualTo(new String[] {"a", null});
    }

    @Test
    default void carriesNullsAndAnyString() {
        Echo stub = fixture().serve(Echo.class, new Echoing());
        assertThat(stub.text(null)).isNull();
        assertThat(stub.text("")).isEmpty();
        assertThat(stub.text("lone \ud800 surrogate, \0 and \ud83d\udea3"))
                .isEqualTo("lone \ud800 surrogate, \0 and \ud83d\udea3");
        assertThat(stub.person(Person.named("Ann"))).isEqualTo(Person.named("Ann"));
    }
}
