package dev.wherry.internal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdkTypesTest {
    private static List<Class<?>> values() {
        return JdkTypes.values().stream()
                .<Class<?>>map(name -> Objects.requireNonNull(JdkTypes.find(name), name))
                .toList();
    }

    @Test
    void namesClassesThatExistAndHaveObjects() {
        assertThat(values())
                .allMatch(JdkTypes::isValue)
                .allMatch(JdkTypes::defines)
                .noneMatch(Class::isInterface)
                .allMatch(type -> type.isEnum() || !Modifier.isAbstract(type.getModifiers()));
    }

    @Test
    void namesExceptionsOfPlainDataOnly() {
        assertThat(values().stream().filter(Throwable.class::isAssignableFrom).flatMap(type -> state(type).stream()))
                .isNotEmpty()
                .allMatch(field -> field.isPrimitive()
                        || (field.isArray() && field.getComponentType().isPrimitive())
                        || field == String.class
                        || field == Map.class // of SQLClientInfoException: names of properties, and enum constants
                        || field == javax.naming.Name.class // of NamingException, as is what a name was resolved to:
                        || field == Object.class // it must be a value like any other
                        || Throwable.class.isAssignableFrom(field));
    }

    private static List<Class<?>> state(Class<?> type) {
        return Stream.<Class<?>>iterate(type, part -> part != Throwable.class, Class::getSuperclass)
                .flatMap(part -> Arrays.stream(part.getDeclaredFields()))
                .filter(field -> (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0)
                .<Class<?>>map(Field::getType)
                .toList();
    }

    @Test
    void namesNoClassThatReachesBeyondValues() {
        List<Class<?>> powers = List.of(
                AutoCloseable.class,
                ClassLoader.class,
                Process.class,
                Runnable.class,
                Thread.class,
                java.lang.reflect.AnnotatedElement.class,
                java.lang.reflect.InvocationHandler.class,
                java.util.concurrent.locks.Lock.class);
        assertThat(values())
                .filteredOn(type -> type != Class.class) // by name, among those that may travel
                .noneMatch(type -> powers.stream().anyMatch(power -> power.isAssignableFrom(type)));
    }

    interface Nothing {}

    @Test
    void letsAnEndpointRegisterFurtherValuesOfTheJdk() {
        TypeClosure types = TypeClosure.of(
                Nothing.class,
                EndpointOptions.builder().register(java.awt.Point.class).build());
        assertThat(types.allows(java.awt.Point.class)).isTrue();
        assertThat(types.allows(java.awt.Color.class)).isFalse();
        assertThat(TypeClosure.of(Nothing.class, EndpointOptions.defaults()).allows(java.awt.Point.class))
                .isFalse();
    }

    @Test
    void registersWhatAClassOfTheJdkIsMadeOfWithIt() {
        TypeClosure types = TypeClosure.of(
                Nothing.class,
                EndpointOptions.builder()
                        .register(javax.swing.DefaultListModel.class)
                        .build());
        assertThat(types.allows(javax.swing.event.EventListenerList.class)).isTrue();
    }

    @Test
    void refusesToRegisterWhatNoCodecCouldWrite() {
        assertThatThrownBy(() -> EndpointOptions.builder()
                        .register(java.util.StringJoiner.class)
                        .build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.util.StringJoiner")
                .hasMessageContaining("not Serializable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"javax.jcr.PathNotFoundException", "javax.jms.Message", "com.sun.jna.Pointer"})
    void takesALibrarysClassForNoneOfTheJdks(String name) {
        TypeClosure types = TypeClosure.of(Nothing.class, EndpointOptions.defaults());
        assertThat(types.refusal(name)).hasMessageContaining("register(" + name + ".class)");
        assertThat(types.refusal(name).getMessage()).doesNotContain("JDK");
    }

    @Test
    void advisesToRegisterWhatMayBeRegisteredOfTheJdk() {
        TypeClosure types = TypeClosure.of(Nothing.class, EndpointOptions.defaults());
        assertThat(types.refusal(java.awt.geom.Point2D.Double.class))
                .hasMessageContaining("register(java.awt.geom.Point2D.Double.class)");
        assertThat(types.refusal("java.awt.Point")).hasMessageContaining("register(java.awt.Point.class)");
        for (Class<?> power : List.of(Thread.class, java.io.FileInputStream.class, java.util.StringJoiner.class)) {
            assertThat(types.refusal(power).getMessage())
                    .contains("Of the JDK only values travel")
                    .doesNotContain("register");
        }
    }

    static List<Class<?>> powers() {
        return List.of(
                Thread.class,
                ProcessBuilder.class,
                java.lang.invoke.SerializedLambda.class,
                java.lang.reflect.Proxy.class,
                java.net.URLClassLoader.class,
                java.io.FileOutputStream.class,
                java.security.SignedObject.class,
                javax.management.BadAttributeValueExpException.class,
                javax.script.ScriptException.class);
    }

    @ParameterizedTest
    @MethodSource("powers")
    void letsNobodyRegisterPowers(Class<?> power) {
        assertThatThrownBy(() -> EndpointOptions.builder().register(power).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(power.getName())
                .hasMessageContaining("cannot be registered");
    }

    @ParameterizedTest
    @ValueSource(strings = {"java.lang", "java.util", "java.lang.reflect"})
    void isNotWidenedByARegisteredPackageOfTheJdk(String name) {
        TypeClosure types = TypeClosure.of(
                Nothing.class, EndpointOptions.builder().registerPackage(name).build());
        assertThat(types.allows(Thread.class)).isFalse();
        assertThat(types.allows(java.util.Timer.class)).isFalse();
        assertThatThrownBy(() -> types.find("java.lang.reflect.Method")).hasMessageContaining("Of the JDK only values");
    }
}
