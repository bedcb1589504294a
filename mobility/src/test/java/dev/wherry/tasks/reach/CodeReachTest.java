package dev.wherry.tasks.reach;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.function.Predicate.not;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.memory.MemoryRings;
import dev.wherry.mobility.internal.code.ClassBytes;
import dev.wherry.mobility.internal.code.CodeReach;
import dev.wherry.mobility.internal.code.CodeReach.Root;
import dev.wherry.tasks.reach.Programs.Job;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CodeReachTest {
    private static final ClassLoader HERE = CodeReachTest.class.getClassLoader();
    private static final int MOST_BYTES = 1 << 20;

    static Stream<Class<?>> programs() {
        return Arrays.stream(Programs.class.getDeclaredClasses())
                .filter(type -> type != Job.class)
                .sorted((a, b) -> a.getName().compareTo(b.getName()));
    }

    /** HotSpot itself is asked: what it needs in order to link and run a program has been foreseen, or is missed. */
    @ParameterizedTest
    @MethodSource("programs")
    void foreseesAllThatHotSpotLoads(Class<?> program) throws Exception {
        Job job = job(program);
        Elsewhere elsewhere = new Elsewhere(from(roots(program)));

        String result = ((Callable<?>) elsewhere.copy(job)).call().toString();

        assertThat(elsewhere.missed()).isEmpty();
        assertThat(result).isEqualTo(job.call().toString());
    }

    @Test
    void leavesOutWhatOnlyMethodsMentionThatAreNotReached() throws Exception {
        assertThat(names(from(roots(Programs.Verified.class))))
                .containsExactlyInAnyOrder(
                        "Verified$Task",
                        "Job",
                        "",
                        "Verified$Base",
                        "Verified$Left",
                        "Verified$Right",
                        "Verified$Problem");
    }

    @Test
    void followsOneLambdaOfTheManyThatStandInAClass() throws Exception {
        assertThat(names(from(roots(Programs.StringSwitch.class))))
                .containsExactly("StringSwitch", "", "Job", "StringSwitch$One", "StringSwitch$Two");
        assertThat(names(from(Elsewhere.rootsOf(Programs.ManyLambdas.second()))))
                .containsExactly("ManyLambdas", "", "Job", "ManyLambdas$Second");
    }

    @Test
    void comesFirstToWhatIsNear() throws Exception {
        assertThat(names(from(roots(Programs.Inherited.class))))
                .startsWith("Inherited$Doubling", "Inherited$Template", "Job")
                .endsWith("Inherited$Weights");
    }

    @Test
    void answersTheSameEachTime() throws Exception {
        for (Class<?> program : programs().toList()) {
            Set<Root> roots = roots(program);
            try (URLClassLoader fresh = fresh()) {
                assertThat(names(from(fresh, roots)))
                        .isEqualTo(names(from(roots)))
                        .isNotEmpty();
            }
        }
    }

    @Test
    void answersManyThreadsAtOnce() throws Exception {
        Set<Root> roots = roots(Programs.Sealed.class);
        List<String> expected = names(from(roots));
        try (URLClassLoader fresh = fresh();
                var threads = Executors.newFixedThreadPool(4)) {
            List<Future<List<String>>> answers = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                answers.add(threads.submit(() -> names(from(fresh, roots))));
            }
            for (Future<List<String>> answer : answers) {
                assertThat(answer.get()).isEqualTo(expected);
            }
        }
    }

    @Test
    void stopsAtSoManyClasses() throws Exception {
        Set<Root> roots = roots(Programs.Sealed.class);
        List<String> all = names(from(roots));

        assertThat(names(new CodeReach(HERE, _ -> false, 3, MOST_BYTES).from(roots)))
                .isEqualTo(all.subList(0, 3));
    }

    @Test
    void stopsAtSoManyBytes() throws Exception {
        Set<Root> roots = roots(Programs.Sealed.class);
        List<ClassBytes> all = from(roots);
        int four = all.stream().limit(4).mapToInt(each -> each.bytes().length).sum();

        assertThat(names(new CodeReach(HERE, _ -> false, 256, four).from(roots)))
                .isEqualTo(names(all).subList(0, 4));
        assertThat(names(new CodeReach(HERE, _ -> false, 256, four - 1).from(roots)))
                .isEqualTo(names(all).subList(0, 3));
    }

    @Test
    void stopsAtClassesThatAreThereAlready() throws Exception {
        Predicate<String> stops = Programs.Sealed.class.getName()::equals;

        assertThat(new CodeReach(HERE, stops, 256, MOST_BYTES).from(roots(Programs.Sealed.class)))
                .isEmpty();
    }

    @Test
    void stopsAtThePlatformAndAtWherryItself() {
        assertThat(from(List.of(
                        Root.object(ArrayList.class),
                        Root.object(Endpoint.class),
                        Root.object(CodeReach.class),
                        Root.object(MemoryRings.class))))
                .isEmpty();
        assertThat(names(from(List.of(Root.object(Elsewhere.class)))))
                .as("a user's class in a package below dev.wherry")
                .isNotEmpty();
    }

    @Test
    void takesAnArrayForItsElements() {
        assertThat(names(from(List.of(Root.object(Programs.Records.Currency[][].class), Root.object(int[].class)))))
                .startsWith("Records$Currency");
    }

    @Test
    void leavesOutWhatCannotBeFound() {
        assertThat(from(List.of(new Root("nowhere.To.be.seen", "")))).isEmpty();
    }

    @Test
    void leavesOutWhatALoaderFailsToGive() throws Exception {
        Set<Root> roots = roots(Programs.Exceptions.class);
        List<Supplier<byte[]>> failures = List.of(
                () -> {
                    throw new IllegalStateException("closed");
                },
                () -> {
                    throw new NoClassDefFoundError("broken loader");
                },
                () -> new byte[0],
                () -> "no class file".getBytes(UTF_8));

        for (Supplier<byte[]> failure : failures) {
            assertThat(names(from(new Altering(Programs.Exceptions.Reason.class, _ -> failure.get()), roots)))
                    .isEqualTo(without("Exceptions$Reason", names(from(roots))));
        }
    }

    @Test
    void survivesBrokenClassFiles() throws Exception {
        Set<Root> roots = roots(Programs.Sealed.class);
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Altering loader = new Altering(Programs.Sealed.class, bytes -> {
                byte[] broken = bytes.clone();
                for (int i = 0; i <= random.nextInt(4); i++) {
                    broken[random.nextInt(broken.length)] = (byte) random.nextInt();
                }
                return random.nextInt(8) == 0 ? Arrays.copyOf(broken, random.nextInt(broken.length)) : broken;
            });

            assertThat(from(loader, roots)).as("seed %d", seed).hasSizeLessThanOrEqualTo(256);
        }
    }

    @Test
    void survivesAConstantThatIsMadeOfItself() {
        assertThat(from(Generated.ofItself(), List.of(new Root(Generated.NAME, ""))))
                .hasSize(1);
    }

    @Test
    void followsCallsAsDeepAsTheyGo() {
        int depth = 3000;
        List<ClassBytes> chain = new CodeReach(Generated.chain(depth), _ -> false, depth, Integer.MAX_VALUE)
                .from(List.of(new Root(Generated.NAME, "")));

        assertThat(chain).hasSize(depth);
    }

    @Test
    void keepsNoLoaderAlive() throws Exception {
        URLClassLoader loader = fresh();
        assertThat(from(loader, roots(Programs.Sealed.class))).isNotEmpty();
        loader.close();
        WeakReference<ClassLoader> watched = new WeakReference<>(loader);
        loader = null;

        for (int i = 0; i < 100 && watched.get() != null; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(watched.get()).isNull();
    }

    /** Gives other bytes for the classes whose names begin so. */
    private static final class Altering extends ClassLoader {
        private final String prefix;
        private final UnaryOperator<byte[]> alteration;

        Altering(Class<?> first, UnaryOperator<byte[]> alteration) {
            super(HERE);
            this.prefix = first.getName().replace('.', '/');
            this.alteration = alteration;
        }

        @Override
        public @Nullable InputStream getResourceAsStream(String path) {
            InputStream in = super.getResourceAsStream(path);
            if (in == null || !path.startsWith(prefix)) {
                return in;
            }
            try (in) {
                return new ByteArrayInputStream(alteration.apply(in.readAllBytes()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Finds the same class files anew. */
    private static URLClassLoader fresh() {
        URL[] places = Stream.of(CodeReachTest.class, CodeReach.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .toArray(URL[]::new);
        return new URLClassLoader(places, ClassLoader.getPlatformClassLoader());
    }

    private static Job job(Class<?> program) throws ReflectiveOperationException {
        return (Job) program.getDeclaredMethod("job").invoke(null);
    }

    private static Set<Root> roots(Class<?> program) throws Exception {
        return Elsewhere.rootsOf(job(program));
    }

    private static List<ClassBytes> from(Collection<Root> roots) {
        return from(HERE, roots);
    }

    private static List<ClassBytes> from(ClassLoader loader, Collection<Root> roots) {
        return new CodeReach(loader, _ -> false, 256, MOST_BYTES).from(roots);
    }

    /** Without what all begin with, so that Programs itself is "". */
    private static List<String> names(List<ClassBytes> classes) {
        return classes.stream()
                .map(each -> each.name().replaceFirst(".*\\.Programs\\$?", ""))
                .toList();
    }

    private static List<String> without(String name, List<String> names) {
        return names.stream().filter(not(name::equals)).toList();
    }
}
