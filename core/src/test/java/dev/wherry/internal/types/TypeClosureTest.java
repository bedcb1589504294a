package dev.wherry.internal.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.EndpointOptions;
import dev.wherry.PreserveIdentity;
import dev.wherry.RegisterTypes;
import dev.wherry.spi.CodecException;
import java.io.Serializable;
import java.rmi.Remote;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TypeClosureTest {
    record InParameter(int x) {}

    record InResult(InField field, transientHolder holder) {}

    record InField(int x) {}

    @SuppressWarnings("checkstyle")
    static class transientHolder extends Base<InSuperclassArgument> {
        transient OnlyTransient left;
        static OnlyStatic out;
        InOwnField own;
    }

    static class Base<T> {
        InSuperclass inherited;
        T held;
    }

    record OnlyTransient() {}

    record OnlyStatic() {}

    record InOwnField() {}

    record InSuperclass() {}

    record InSuperclassArgument() {}

    record InFuture() {}

    record InMap() {}

    record InArray() {}

    record InWildcard() {}

    static class Thrown extends Exception {
        InException detail;
    }

    record InException() {}

    sealed interface Shape permits Circle, Square, Oddity {}

    record Circle(InCase x) implements Shape {}

    record Square() implements Shape {}

    static non-sealed class Oddity implements Shape {}

    static class StrangerOddity extends Oddity {}

    record InCase() {}

    enum Colour {
        RED {},
        GREEN
    }

    interface Animal {}

    record Dog(Collar collar) implements Animal {}

    record Collar() {}

    abstract static class Vehicle {
        NotReached wheel;
    }

    record NotReached() {}

    static class Car {}

    static class Racer extends Car {}

    @ByReference
    interface Listener {
        void on(InCallback event) throws InCallbackThrown;
    }

    record InCallback() {}

    static class InCallbackThrown extends Exception {}

    interface Printer extends Remote {
        void print(InCallback page);
    }

    interface Zoo {
        InResult result(InParameter parameter);

        CompletableFuture<Optional<InFuture>> later();

        void map(Map<String, ? extends List<InMap>> map, InArray[][] array, List<? super InWildcard> wild)
                throws Thrown;

        Shape shape(Colour colour, Car car);

        <T extends Comparable<T>> T open(Object o, Comparable<?> c, Serializable s, T t, Animal a, Vehicle v);

        void listen(Listener listener, Printer printer);
    }

    private static TypeClosure of(Class<?> type) {
        return TypeClosure.of(type, EndpointOptions.defaults());
    }

    private final TypeClosure zoo = of(Zoo.class);

    @Test
    void allowsWhatSignaturesMention() {
        assertThat(List.of(
                        InParameter.class,
                        InResult.class,
                        InFuture.class,
                        InMap.class,
                        InArray.class,
                        InWildcard.class))
                .allMatch(zoo::allows);
    }

    @Test
    void followsFieldsOfClassesAndTheirSuperclasses() {
        assertThat(List.of(
                        InField.class,
                        transientHolder.class,
                        InOwnField.class,
                        InSuperclass.class,
                        InSuperclassArgument.class))
                .allMatch(zoo::allows);
    }

    @Test
    void followsNeitherTransientNorStaticFields() {
        assertThat(zoo.allows(OnlyTransient.class)).isFalse();
        assertThat(zoo.allows(OnlyStatic.class)).isFalse();
    }

    @Test
    void followsDeclaredExceptions() {
        assertThat(zoo.allows(Thrown.class)).isTrue();
        assertThat(zoo.allows(InException.class)).isTrue();
    }

    @Test
    void followsTheCasesOfSealedTypes() {
        assertThat(List.of(Circle.class, Square.class, InCase.class, Oddity.class))
                .allMatch(zoo::allows);
        assertThat(zoo.allows(StrangerOddity.class)).isFalse();
    }

    @Test
    void allowsExactlyTheListedClassAndNotItsSubclasses() {
        assertThat(zoo.allows(Car.class)).isTrue();
        assertThat(zoo.allows(Racer.class)).isFalse();
        assertThat(zoo.allows(Base.class)).isFalse();
    }

    @Test
    void countsTheBodiesOfEnumConstantsAsTheEnum() {
        assertThat(zoo.allows(Colour.class)).isTrue();
        assertThat(zoo.allows(Colour.RED.getClass())).isTrue();
    }

    @Test
    void isNotWidenedByOpenTypes() {
        assertThat(List.of(Object.class, Animal.class, Vehicle.class, Dog.class, NotReached.class, Thread.class))
                .noneMatch(zoo::allows);
    }

    @Test
    void allowsTheValuesOfTheJdkEverywhere() {
        assertThat(List.of(
                        Integer.class,
                        String.class,
                        int[].class,
                        Object[].class,
                        List.of(1).getClass()))
                .allMatch(zoo::allows);
        assertThat(List.of(IllegalStateException.class, java.io.IOException.class, CallException.class))
                .allMatch(zoo::allows);
    }

    @Test
    void doesNotFollowInterfacesThatAreByReferenceExceptForTheirExceptions() {
        assertThat(zoo.isReference(Listener.class)).isTrue();
        assertThat(zoo.isReference(Printer.class)).isTrue();
        assertThat(zoo.isReference(Animal.class)).isFalse();
        assertThat(zoo.allows(Listener.class)).isFalse();
        assertThat(zoo.allows(InCallback.class)).isFalse();
        assertThat(zoo.allows(InCallbackThrown.class)).isTrue();
    }

    @Test
    void listsWhatItReachedWithoutTheJdk() {
        assertThat(zoo.listed())
                .contains(InParameter.class, Shape.class, Listener.class)
                .doesNotContain(String.class);
    }

    @Test
    void namesTheLineThatWouldAddTheClass() {
        assertThatThrownBy(() -> zoo.find(Dog.class.getName()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Refused: " + Dog.class.getName())
                .hasMessageContaining("EndpointOptions.builder().register(" + Dog.class.getCanonicalName()
                        + ".class), or @RegisterTypes(" + Dog.class.getCanonicalName() + ".class) on "
                        + Zoo.class.getName());
    }

    @RegisterTypes(Dog.class)
    interface Registered extends Runnable {}

    interface Inheriting extends Registered {}

    @Test
    void allowsWhatTheInterfaceOrItsParentsRegister() {
        assertThat(of(Inheriting.class).allows(Dog.class)).isTrue();
        assertThat(of(Inheriting.class).allows(Collar.class)).isTrue();
    }

    @Test
    void allowsThePackagesUnderOneThatIsRegistered() {
        String here = TypeClosureTest.class.getPackageName();
        for (String tree : List.of("dev.wherry", "dev.wherry.internal", here)) {
            TypeClosure types = TypeClosure.of(
                    Object.class,
                    EndpointOptions.builder().registerPackagesUnder(tree).build());
            assertThat(types.allows(Unreached.class))
                    .as(tree)
                    .isFalse(); // the interface's loader decides, here the JDK's
            types = TypeClosure.of(
                    Service.class,
                    EndpointOptions.builder().registerPackagesUnder(tree).build());
            assertThat(types.allows(Unreached.class)).as(tree).isTrue();
            assertThat(types.find(Unreached.class.getName())).isEqualTo(Unreached.class);
        }
        for (String tree :
                List.of("dev.wherry.internal.type", "dev.wherry.internal.types.sub", "dev.wherry.internal.t")) {
            TypeClosure types = TypeClosure.of(
                    Service.class,
                    EndpointOptions.builder().registerPackagesUnder(tree).build());
            assertThat(types.allows(Unreached.class)).as(tree).isFalse();
        }
    }

    @Test
    void registersNoClassOfTheJdkWithItsPackage() {
        TypeClosure types = TypeClosure.of(
                Service.class,
                EndpointOptions.builder()
                        .registerPackagesUnder("java")
                        .register(type -> true)
                        .build());
        assertThat(types.allows(Thread.class)).isFalse();
        assertThatThrownBy(() -> types.find("java.lang.ProcessBuilder")).isInstanceOf(CodecException.class);
    }

    @Test
    void refusesWhatIsNotTheNameOfAPackage() {
        for (String name : List.of("", "com.acme.*", "com.acme.", ".com", "com..acme", "com/acme", "1a")) {
            assertThatThrownBy(() -> EndpointOptions.builder()
                            .registerPackagesUnder(name)
                            .build())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + name + "'");
        }
    }

    static final class NotInitialised {
        static {
            initialised = true;
        }
    }

    static boolean initialised;

    @Test
    void allowsWhatAPredicateAcceptsAndInitialisesNothing() {
        TypeClosure types = TypeClosure.of(
                Service.class,
                EndpointOptions.builder()
                        .register(type -> type.getSimpleName().equals("Unreached"))
                        .register(type -> type.getSimpleName().equals("NotInitialised"))
                        .build());
        assertThat(types.allows(Unreached.class)).isTrue();
        assertThat(types.find(TypeClosureTest.class.getName() + "$NotInitialised")
                        .getSimpleName())
                .isEqualTo("NotInitialised");
        assertThat(types.allows(OnlyStatic.class)).isFalse();
        assertThat(initialised).isFalse();
    }

    interface Service {
        Object echo(Object value);
    }

    record Unreached() {}

    @Test
    void allowsWhatTheEndpointRegisters() {
        TypeClosure types = TypeClosure.of(
                Zoo.class, EndpointOptions.builder().register(Dog.class).build());
        assertThat(types.allows(Dog.class)).isTrue();
        assertThat(types.allows(Collar.class)).isTrue();
        assertThat(types.find(Dog.class.getName())).isEqualTo(Dog.class);
    }

    interface Rmi extends Remote {}

    @PreserveIdentity
    interface Sharing {}

    @Test
    void keepsSharingForRmiAndWhereAsked() {
        assertThat(of(Rmi.class).preservesIdentity()).isTrue();
        assertThat(of(Sharing.class).preservesIdentity()).isTrue();
        assertThat(zoo.preservesIdentity()).isFalse();
    }

    private final TypeClosure nothing = of(Runnable.class);

    private static class Self implements java.io.Serializable {
        private Object writeReplace() {
            return new Form();
        }

        private static class Form implements java.io.Serializable {
            private Object readResolve() {
                return new Self();
            }
        }

        private static class Bystander {}
    }

    interface Replacing {
        Self self();
    }

    @Test
    void allowsTheNestedClassInWhoseFormAClassIsWritten() {
        assertThat(of(Replacing.class).allows(Self.Form.class)).isTrue();
        assertThat(of(Replacing.class).allows(Self.Bystander.class)).isFalse();
    }

    interface Bounded {
        <T extends InParameter> T one(List<? super T> some);
    }

    @Test
    void followsTheBoundsOfVariables() {
        assertThat(of(Bounded.class).allows(InParameter.class)).isTrue();
    }

    record Box<T>(T content, Box<List<T>> next) {}

    interface Generic<T> {
        Box<T> box(Box<? extends Shape> shapes);
    }

    interface Bound extends Generic<InResult> {}

    @Test
    void followsTypeArgumentsAndTheVariablesThatTheHierarchyBinds() {
        assertThat(of(Bound.class).allows(Box.class)).isTrue();
        assertThat(of(Bound.class).allows(InResult.class)).isTrue();
        assertThat(of(Bound.class).allows(InCase.class)).isTrue();
        assertThat(of(Generic.class).allows(InResult.class)).isFalse();
    }

    @Test
    void findsArraysOfWhatIsListed() {
        assertThat(zoo.find("[I")).isEqualTo(int[].class);
        assertThat(zoo.find("[[J")).isEqualTo(long[][].class);
        assertThat(zoo.find("[Ljava.lang.Object;")).isEqualTo(Object[].class);
        assertThat(zoo.find(Car[][].class.getName())).isEqualTo(Car[][].class);
        assertThat(zoo.find(Animal[].class.getName())).isEqualTo(Animal[].class);
        assertThat(zoo.allows(Animal[].class)).isTrue();
        assertThat(zoo.allows(Dog[].class)).isFalse();
    }

    @Test
    void refusesNamesThatAreNone() {
        List<String> names = List.of(
                "",
                "[",
                "[[",
                "[V",
                "[L;",
                "[X",
                "int",
                "I",
                "[I[I",
                "[".repeat(256) + "I",
                "x".repeat(100_000),
                "a..b",
                "../x",
                "[Ljava.lang.Thread;",
                "\u0000\n");
        for (String name : names) {
            assertThatThrownBy(() -> zoo.find(name))
                    .isInstanceOf(CodecException.class)
                    .satisfies(
                            refusal -> assertThat(refusal.getMessage().length()).isLessThan(1_000))
                    .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("\u0000"));
        }
    }

    @Test
    void saysWhatToDoAboutEachKindOfRefusal() {
        Runnable lambda = () -> {};
        Object anonymous = new Object() {};
        Object proxy = java.lang.reflect.Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Runnable.class}, (self, method, arguments) -> null);
        assertThat(zoo.refusal(lambda.getClass().getName())).hasMessageContaining("A lambda is never a value");
        assertThat(zoo.refusal("java.lang.invoke.SerializedLambda")).hasMessageContaining("A lambda is never a value");
        assertThat(zoo.refusal(proxy.getClass().getName())).hasMessageContaining("A proxy is never a value");
        assertThat(zoo.refusal(anonymous.getClass().getName())).hasMessageContaining("It has no name");
        assertThat(zoo.refusal("java.lang.Thread")).hasMessageContaining("Of the JDK only values travel");
        assertThat(zoo.refusal(Animal.class.getName())).hasMessageContaining("register the classes that stand for it");
    }

    static class Order {}

    /** Named as CGLIB names them. */
    static class Order$$Enhancer extends Order {}

    static class Made {}

    static class Parcel {}

    static class Parcel$HibernateProxy$x extends Parcel {}

    interface Orders {
        void take(Order order);
    }

    private static Class<?> hidden(Class<?> type) throws Exception {
        try (java.io.InputStream bytes = type.getResourceAsStream(
                type.getName().substring(type.getPackageName().length() + 1) + ".class")) {
            return java.lang.invoke.MethodHandles.lookup()
                    .defineHiddenClass(bytes.readAllBytes(), false)
                    .lookupClass();
        }
    }

    @Test
    void saysOfWhichClassAGeneratedOneIs() throws Exception {
        TypeClosure orders = of(Orders.class);
        for (Class<?> generated : List.of(Order$$Enhancer.class, hidden(Order$$Enhancer.class))) {
            assertThat(orders.refusal(generated))
                    .hasMessageContaining("generated subclass of " + Order.class.getName())
                    .hasMessageNotContaining("register(");
        }
        assertThat(orders.refusal(Parcel$HibernateProxy$x.class))
                .hasMessageContaining("generated subclass of " + Parcel.class.getName())
                .hasMessageContaining("register(" + Parcel.class.getCanonicalName() + ".class)");
        assertThat(orders.refusal(hidden(Made.class)))
                .hasMessageContaining("It has no name")
                .hasMessageNotContaining("register(");
    }

    @Test
    void allowsNothingButTheJdksValuesForAnInterfaceThatMentionsNoType() {
        assertThat(nothing.listed()).isEmpty();
        assertThat(nothing.allows(String.class)).isTrue();
        assertThat(nothing.allows(Car.class)).isFalse();
    }

    interface Cubes {
        int[][][][] cubes();
    }

    /** Each dimension is a class that stays for ever. */
    @Test
    void findsArraysOfAsManyDimensionsAsAreDeclaredOrThree() {
        TypeClosure few = TypeClosure.of(Runnable.class, EndpointOptions.defaults());
        TypeClosure many = TypeClosure.of(Cubes.class, EndpointOptions.defaults());
        assertThat(few.find("[[[Ljava.lang.String;")).isEqualTo(String[][][].class);
        assertThatThrownBy(() -> few.find("[[[[Ljava.lang.String;"))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("an array of 4 dimensions");
        assertThat(few.allows(int[][][][].class)).isFalse();
        assertThat(many.allows(int[][][][].class)).isTrue();
        assertThat(many.find("[[[[Ljava.lang.String;")).isEqualTo(String[][][][].class);
        assertThatThrownBy(() -> many.find("[".repeat(253) + "Ljava.lang.String;"))
                .isInstanceOf(CodecException.class);
    }
}
