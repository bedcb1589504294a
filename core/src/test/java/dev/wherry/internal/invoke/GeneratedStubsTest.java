package dev.wherry.internal.invoke;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.EndpointOptions;
import dev.wherry.OneWay;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GeneratedStubsTest {
    /** Both ways of a generated stub: through its target, and of the object itself. */
    interface Way {
        <T> T stub(Class<T> type, T object);
    }

    static Stream<Way> ways() {
        return Stream.of(
                new Way() {
                    @Override
                    public <T> T stub(Class<T> type, T object) {
                        return generated(Loop.stub(type, object));
                    }

                    @Override
                    public String toString() {
                        return "through the target";
                    }
                },
                new Way() {
                    @Override
                    public <T> T stub(Class<T> type, T object) {
                        return generated(Near.stub(type, object));
                    }

                    @Override
                    public String toString() {
                        return "near";
                    }
                });
    }

    private static <T> T generated(T stub) {
        assertThat(isGenerated(stub)).isTrue();
        return stub;
    }

    private static boolean isGenerated(Object stub) {
        assertThat(Calls.isStub(stub)).isTrue();
        assertThat(Proxy.isProxyClass(stub.getClass()))
                .isNotEqualTo(stub.getClass().isHidden());
        return stub.getClass().isHidden();
    }

    // ---- of which interfaces

    interface OfThePackage {
        int one();
    }

    public interface Public {
        int one();
    }

    public interface TakesWhatCannotBeNamed {
        int one(Mine mine);
    }

    public record Given(Mine mine) {}

    private enum Mine {
        ONE
    }

    @Test
    void areMadeOfPublicInterfacesWhoseTypesWherryCanName() {
        assertThat(isGenerated(Loop.stub(Public.class, () -> 1))).isTrue();
        assertThat(isGenerated(Loop.stub(OfThePackage.class, () -> 1))).isFalse();
        TakesWhatCannotBeNamed other = Loop.stub(TakesWhatCannotBeNamed.class, Mine::ordinal);
        assertThat(isGenerated(other)).isFalse();
        assertThat(other.one(Mine.ONE)).isZero();
    }

    @Test
    void areOfOneClassForAllEndpoints() {
        assertThat(Loop.stub(Public.class, () -> 1).getClass())
                .isSameAs(Loop.stub(Public.class, () -> 2).getClass());
    }

    public interface Other {
        int two();
    }

    record Both(int one, int two) implements Public, Other {}

    @Test
    void giveWayToAProxyForTwoInterfaces() {
        Object stub = Stubs.create(
                new Loop(new Both(1, 2)),
                Loop.parsed(Public.class),
                List.of(Loop.parsed(Other.class)),
                CallOptions.none());
        assertThat(isGenerated(stub)).isFalse();
        assertThat(((Public) stub).one()).isEqualTo(1);
        assertThat(((Other) stub).two()).isEqualTo(2);
    }

    private static final class ChildLoader extends URLClassLoader {
        ChildLoader() {
            super(
                    new URL[] {
                        GeneratedStubsTest.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                    },
                    GeneratedStubsTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null
                    ? loaded
                    : name.startsWith(Public.class.getName()) ? findClass(name) : super.loadClass(name, resolve);
        }
    }

    @Test
    void giveWayToAProxyForAnInterfaceOfAChildLoaderAndLetItGo() throws Exception {
        awaitCollected(new WeakReference<>(loaderWithAStub()));
    }

    private static ClassLoader loaderWithAStub() throws Exception {
        ChildLoader child = new ChildLoader();
        Class<?> type = child.loadClass(Public.class.getName());
        Object target = Proxy.newProxyInstance(child, new Class<?>[] {type}, (self, method, given) -> 7);
        RemoteInterface parsed = Loop.parsed(type);
        Object stub = Stubs.create(new Loop(target), parsed, List.of(), CallOptions.none());
        assertThat(isGenerated(stub)).isFalse();
        assertThat(type.getMethod("one").invoke(stub)).isEqualTo(7);
        child.close();
        return child;
    }

    @Test
    void areForgottenWithTheLastOfThem() throws Exception {
        awaitCollected(new WeakReference<>(Loop.stub(Other.class, () -> 2).getClass()));
        assertThat(Loop.stub(Other.class, () -> 3).two()).isEqualTo(3);
    }

    private static void awaitCollected(WeakReference<?> watched) throws InterruptedException {
        for (int i = 0; i < 200 && watched.get() != null; i++) {
            System.gc();
            Thread.sleep(5);
        }
        assertThat(watched.get()).isNull();
    }

    // ---- what they pass on

    public interface Every {
        List<Object> all(
                boolean a, byte b, char c, short d, int e, long f, float g, double h, String i, int[] j, long k);

        boolean not(boolean value);

        byte next(byte value);

        char next(char value);

        short next(short value);

        int next(int value);

        long next(long value);

        float next(float value);

        double next(double value);

        int[] next(int[] values);

        void nothing();

        default int twice(int value) {
            return 2 * next(value);
        }

        static int none() {
            return 0;
        }

        private int mine() {
            return 1;
        }
    }

    static final class Counting implements Every {
        boolean called;

        @Override
        public List<Object> all(
                boolean a, byte b, char c, short d, int e, long f, float g, double h, String i, int[] j, long k) {
            return Arrays.asList(a, b, c, d, e, f, g, h, i, j == null ? null : j.length, k);
        }

        @Override
        public boolean not(boolean value) {
            return !value;
        }

        @Override
        public byte next(byte value) {
            return (byte) (value + 1);
        }

        @Override
        public char next(char value) {
            return (char) (value + 1);
        }

        @Override
        public short next(short value) {
            return (short) (value + 1);
        }

        @Override
        public int next(int value) {
            return value + 1;
        }

        @Override
        public long next(long value) {
            return value + 1;
        }

        @Override
        public float next(float value) {
            return value + 1;
        }

        @Override
        public double next(double value) {
            return value + 1;
        }

        @Override
        public int[] next(int[] values) {
            return IntStream.of(values).map(this::next).toArray();
        }

        @Override
        public void nothing() {
            called = true;
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void passEveryKindOfValue(Way way) {
        Counting object = new Counting();
        Every stub = way.stub(Every.class, object);
        assertThat(stub.all(true, (byte) -1, 'c', (short) 4, 5, 1L << 40, 1.5f, 2.5, "i", new int[] {1, 2}, -7))
                .containsExactly(true, (byte) -1, 'c', (short) 4, 5, 1L << 40, 1.5f, 2.5, "i", 2, -7L);
        assertThat(stub.all(false, (byte) 0, 'c', (short) 0, 0, 0, 0, 0, null, null, 0))
                .contains((Object) null);
        assertThat(stub.not(false)).isTrue();
        assertThat(stub.next(Byte.MAX_VALUE)).isEqualTo(Byte.MIN_VALUE);
        assertThat(stub.next('a')).isEqualTo('b');
        assertThat(stub.next((short) 1)).isEqualTo((short) 2);
        assertThat(stub.next(1)).isEqualTo(2);
        assertThat(stub.next(1L)).isEqualTo(2L);
        assertThat(stub.next(1f)).isEqualTo(2f);
        assertThat(stub.next(1d)).isEqualTo(2d);
        assertThat(stub.next(new int[] {1, 2})).containsExactly(2, 3);
        assertThat(stub.twice(1)).isEqualTo(4);
        stub.nothing();
        assertThat(object.called).isTrue();
    }

    public interface Source<T extends Comparable<T>> {
        Object find(T key);

        Number count();

        String toString();

        boolean equals(Object other);
    }

    public interface Words extends Source<String> {
        @Override
        String find(String key);

        @Override
        Integer count();

        @Override
        int hashCode();
    }

    record Answering(int seen) implements Words {
        @Override
        public String find(String key) {
            return "found " + key;
        }

        @Override
        public Integer count() {
            return seen;
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void answerThroughEachDeclarationThatAMethodHas(Way way) {
        Words stub = way.stub(Words.class, new Answering(3));
        Source<String> wider = stub;
        assertThat(stub.find("a")).isEqualTo("found a");
        assertThat(wider.find("b")).isEqualTo("found b");
        assertThat(stub.count()).isEqualTo(3);
        assertThat(wider.count()).isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void answerThemselvesWhatEveryObjectAnswers(Way way) {
        Answering object = new Answering(3);
        Words stub = way.stub(Words.class, object);
        assertThat(stub)
                .isEqualTo(way.stub(Words.class, object))
                .isNotEqualTo(object)
                .isNotEqualTo(null);
        assertThat(stub).hasSameHashCodeAs(way.stub(Words.class, object));
        assertThat(stub.toString()).startsWith(Words.class.getName() + " at ");
    }

    /** Declares what the classes behind a stub may call their own things. */
    public interface Clashing {
        String stub();

        int call(int method);

        Object target();

        String text();

        boolean isOf(Object other);

        Object clone();
    }

    @ParameterizedTest
    @MethodSource("ways")
    void haveNoNamesOfTheirOwn(Way way) {
        Clashing stub = way.stub(Clashing.class, new Clashing() {
            @Override
            public String stub() {
                return "stub";
            }

            @Override
            public int call(int method) {
                return -method;
            }

            @Override
            public Object target() {
                return "target";
            }

            @Override
            public String text() {
                return "text";
            }

            @Override
            public boolean isOf(Object other) {
                return other == null;
            }

            @Override
            public Object clone() {
                return "clone";
            }
        });
        assertThat(stub.stub() + stub.call(5) + stub.target() + stub.text() + stub.isOf(null) + stub.clone())
                .isEqualTo("stub-5targettexttrueclone");
    }

    private static Class<?> define(String name, int methods, int parameters) throws IllegalAccessException {
        String full = GeneratedStubsTest.class.getPackageName() + "." + name;
        MethodTypeDesc type =
                MethodTypeDesc.of(ConstantDescs.CD_int, Collections.nCopies(parameters, ConstantDescs.CD_int));
        byte[] code = ClassFile.of().build(ClassDesc.of(full), builder -> {
            int all = ClassFile.ACC_PUBLIC | ClassFile.ACC_ABSTRACT;
            builder.withFlags(all | ClassFile.ACC_INTERFACE);
            IntStream.range(0, methods).forEach(i -> builder.withMethod("m" + i, type, all, method -> {}));
        });
        return MethodHandles.lookup().defineClass(code);
    }

    /** Answers with the number in the method's name and the sum of what it is given. */
    private static <T> T summing(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, given) -> Integer.parseInt(method.getName().substring(1))
                        + Stream.of(given == null ? new Object[0] : given)
                                .mapToInt(Integer.class::cast)
                                .sum()));
    }

    @Test
    void passAsManyArgumentsAsThereCanBe() throws Exception {
        Class<?> wide = define("Wide", 1, 254);
        Method method = wide.getMethods()[0];
        Object[] given = IntStream.range(0, 254).boxed().toArray();
        for (Way way : ways().toList()) {
            Object stub = stub(way, wide);
            assertThat(method.invoke(stub, given)).as("%s", way).isEqualTo(254 * 253 / 2);
        }
    }

    private static <T> Object stub(Way way, Class<T> type) {
        return way.stub(type, summing(type));
    }

    @Test
    void giveWayToAProxyPastTheMethodsThatTheJitTakesInOneSwitch() throws Exception {
        for (int methods : List.of(500, 501)) {
            Class<?> type = define("Many" + methods, methods, 0);
            Object stub = Stubs.create(new Loop(summing(type)), Loop.parsed(type), List.of(), CallOptions.none());
            assertThat(isGenerated(stub)).isEqualTo(methods == 500);
            for (Method method : type.getMethods()) {
                assertThat(method.invoke(stub))
                        .isEqualTo(Integer.valueOf(method.getName().substring(1)));
            }
        }
    }

    // ---- failures

    public interface Failing {
        void checked() throws IOException;

        void sneaky();

        void within();

        CompletableFuture<String> later();

        @OneWay
        void forgotten();
    }

    static final class Thrower implements Failing {
        @Override
        public void checked() throws IOException {
            throw new FileNotFoundException("why");
        }

        @Override
        public void sneaky() {
            throw GeneratedStubsTest.<RuntimeException>sneak(new IOException("undeclared"));
        }

        @Override
        public void within() {
            throw new CallException(CallException.Code.NOT_FOUND, "elsewhere");
        }

        @Override
        public CompletableFuture<String> later() {
            return CompletableFuture.completedFuture("here");
        }

        @Override
        public void forgotten() {}
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @ParameterizedTest
    @MethodSource("ways")
    void throwWhatCallersAreReadyFor(Way way) {
        Failing stub = way.stub(Failing.class, new Thrower());
        assertThatThrownBy(stub::checked)
                .isExactlyInstanceOf(FileNotFoundException.class)
                .hasMessage("why");
        assertThatThrownBy(stub::sneaky)
                .isInstanceOf(CallException.class)
                .hasMessageContaining("Failing.sneaky threw")
                .hasMessageContaining("undeclared");
        assertThatThrownBy(stub::within).isInstanceOfSatisfying(CallException.class, e -> {
            assertThat(e.code()).isEqualTo(CallException.Code.INTERNAL);
            assertThat(e).hasMessageContaining("Failing.within failed in a call of its own: NOT_FOUND: elsewhere");
        });
    }

    @Test
    void showNoFramesOfTheirOwn() {
        Throwable near = catchThrowable(generated(Near.stub(Failing.class, new Thrower()))::checked);
        List<StackTraceElement> frames = Arrays.asList(near.getStackTrace());
        assertThat(frames.getFirst().toString()).contains("Thrower.checked(GeneratedStubsTest.java");
        assertThat(frames.get(1).getClassName()).startsWith("org.assertj");
        Throwable far = catchThrowable(generated(Loop.stub(Failing.class, new Thrower()))::checked);
        List<String> joined =
                Stream.of(far.getStackTrace()).map(StackTraceElement::toString).toList();
        assertThat(joined.getFirst()).contains("Thrower.checked(GeneratedStubsTest.java");
        assertThat(joined.get(1)).startsWith("---- remote call." + Failing.class.getName() + ".checked(");
        assertThat(joined.get(2)).startsWith("org.assertj");
    }

    // ---- near

    @Test
    void callTheObjectItselfWhileItIsThere() {
        Near near = new Near((Public) () -> 1);
        Public stub = Near.stub(Public.class, near, EndpointOptions.defaults());
        assertThat(stub.one()).isEqualTo(1);
        assertThat(near.asked).isZero();
        Calls.release(stub);
        assertThat(stub.one()).isEqualTo(1);
        assertThat(near.asked).isEqualTo(1);
    }

    @Test
    void askTheTargetForWhatIsMoreThanACallOfTheObject() throws Exception {
        Near near = new Near(new Thrower());
        Failing stub = Near.stub(Failing.class, near, EndpointOptions.defaults());
        assertThat(stub.later().get()).isEqualTo("later");
        stub.forgotten();
        assertThat(near.asked).isEqualTo(2);
        Near counted = new Near((Public) () -> 1);
        Calls.with(
                        Near.stub(Public.class, counted, EndpointOptions.defaults()),
                        CallOptions.builder()
                                .context(ContextKey.text("tenant"), "acme")
                                .build())
                .one();
        Near.stub(
                        Public.class,
                        counted,
                        EndpointOptions.builder()
                                .addClientInterceptor((call, next) -> next.proceed(call))
                                .build())
                .one();
        assertThat(counted.asked).isEqualTo(2);
    }
}
