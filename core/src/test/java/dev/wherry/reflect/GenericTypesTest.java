package dev.wherry.reflect;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GenericTypesTest {
    record Person(String name) {}

    interface Store<T> {
        void put(T item, T[] more, List<? extends T> rest, Map<String, List<T>> index);
    }

    interface Named<N, T> extends Store<T> {
        N name();
    }

    interface People extends Named<String, Person> {}

    interface Raw extends Store {}

    interface Sorter {
        <T extends Comparable<T>> Collection<T> sort(Collection<T> items);
    }

    private static Type parameter(Class<?> of, int index, Class<?> heir) {
        Type type = of.getMethods()[0].getGenericParameterTypes()[index];
        return GenericTypes.resolve(type, heir);
    }

    @Test
    void replacesTheVariablesThatTheHierarchyBinds() {
        assertThat(parameter(Store.class, 0, People.class)).isEqualTo(Person.class);
        assertThat(parameter(Store.class, 1, People.class)).isEqualTo(Person[].class);
        assertThat(parameter(Store.class, 2, People.class).getTypeName())
                .isEqualTo("java.util.List<? extends " + Person.class.getTypeName() + ">");
        assertThat(parameter(Store.class, 3, People.class).getTypeName())
                .isEqualTo("java.util.Map<java.lang.String, java.util.List<" + Person.class.getTypeName() + ">>");
    }

    @Test
    void keepsWhatNothingBinds() {
        assertThat(parameter(Store.class, 0, Raw.class).getTypeName()).isEqualTo("T");
        assertThat(parameter(Sorter.class, 0, Sorter.class).getTypeName()).isEqualTo("java.util.Collection<T>");
    }

    @Test
    void erasesToWhatTheMachineSees() {
        assertThat(Arrays.stream(Store.class.getMethods()[0].getGenericParameterTypes())
                        .map(GenericTypes::erase))
                .containsExactlyElementsOf(List.of(Store.class.getMethods()[0].getParameterTypes()));
        assertThat(GenericTypes.erase(parameter(Store.class, 2, People.class))).isEqualTo(List.class);
        Type bound = Sorter.class.getMethods()[0].getTypeParameters()[0];
        assertThat(GenericTypes.erase(bound)).isEqualTo(Comparable.class);
    }
}
