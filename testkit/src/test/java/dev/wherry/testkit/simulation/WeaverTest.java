package dev.wherry.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.InterfaceMethodRefEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The simulation has a stand-in for each method of the JDK that depends on the real time, on real threads or on chance. */
final class WeaverTest {
    /** Methods that wait for a time, read a clock, start threads or draw numbers. */
    private static final Pattern REAL = Pattern.compile("java/lang/(Thread|ProcessHandle).*"
            + "|java/lang/System\\.(nanoTime|currentTimeMillis).*"
            + "|java/lang/Object\\.(wait|notify).*"
            + "|java/lang/Math\\.random.*"
            + "|java/lang/Runtime\\.(availableProcessors|addShutdownHook|removeShutdownHook).*"
            + "|java/lang/ref/(Cleaner|WeakReference|SoftReference|PhantomReference|ReferenceQueue)\\..*"
            + "|java/time/(Clock|Instant|[A-Za-z]*DateTime)\\.(now|system).*"
            + "|java/util/(Timer|Random|SplittableRandom)\\..*"
            + "|java/util/UUID\\.randomUUID.*"
            + "|java/util/random/.*"
            + "|java/security/SecureRandom.*"
            + "|java/util/concurrent/(Executors|ForkJoin|Scheduled|StructuredTask|ThreadLocalRandom|ThreadPool).*"
            + "|java/util/concurrent/CompletableFuture\\.\\w*(Async|Timeout|delayed).*"
            + "|java/util/concurrent/[^.]*\\.\\w+\\(.*Ljava/(util/concurrent/TimeUnit|time/Duration);.*"
            + "|java/util/concurrent/TimeUnit\\.(sleep|timed).*"
            + "|java/util/concurrent/locks/LockSupport.*"
            + "|java/util/stream/\\w+\\.parallel.*"
            + "|com/sun/management/.*"
            + "|.*parallelStream.*");

    /** Methods of these that are safe, or that no simulated call reaches. */
    private static final Set<String> UNUSED = Set.of(
            "java/lang/ThreadLocal.<init>()V",
            "java/lang/ThreadLocal.get()Ljava/lang/Object;",
            "java/lang/ThreadLocal.remove()V",
            "java/lang/ThreadLocal.set(Ljava/lang/Object;)V",
            "java/lang/ThreadLocal.withInitial(Ljava/util/function/Supplier;)Ljava/lang/ThreadLocal;",
            "java/lang/ProcessHandle.current()Ljava/lang/ProcessHandle;",
            "java/lang/ProcessHandle.info()Ljava/lang/ProcessHandle$Info;",
            "java/lang/ProcessHandle.pid()J",
            "java/time/ZonedDateTime.now(Ljava/time/ZoneId;)Ljava/time/ZonedDateTime;",
            "java/util/concurrent/TimeUnit.convert(Ljava/time/Duration;)J",
            "java/util/random/RandomGenerator.nextLong(J)J");

    private static List<String> classes() {
        return WeavingLoader.classesBeside(Endpoint.class);
    }

    private static ClassModel parse(String name, boolean renamed) {
        try (InputStream in = Endpoint.class.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class")) {
            byte[] bytes = in.readAllBytes();
            return ClassFile.of().parse(renamed ? Weaver.rename(bytes) : bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<MemberRefEntry> methods(ClassModel model) {
        List<MemberRefEntry> all = new ArrayList<>();
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof MethodRefEntry || entry instanceof InterfaceMethodRefEntry) {
                all.add((MemberRefEntry) entry);
            }
        }
        return all.stream();
    }

    private static String name(MemberRefEntry method) {
        return method.owner().asInternalName() + "." + method.name().stringValue()
                + method.type().stringValue();
    }

    @Test
    void replacesAllThatIsReal() {
        Set<String> real = new TreeSet<>();
        for (String each : classes()) {
            methods(parse(each, false))
                    .filter(method -> REAL.matcher(name(method)).matches())
                    .filter(method ->
                            !Weaver.STAND_INS.containsKey(method.owner().asInternalName()))
                    .map(WeaverTest::name)
                    .filter(method -> !UNUSED.contains(method))
                    .filter(method -> !Weaver.isReplaced(method))
                    .forEach(real::add);
        }
        assertThat(real).as("methods without a stand-in").isEmpty();
    }

    @Test
    void standInsHaveWhatIsUsedOfTheOriginals() throws ClassNotFoundException {
        Set<String> missing = new TreeSet<>();
        int found = 0;
        for (String each : classes()) {
            for (MemberRefEntry method : methods(parse(each, true)).toList()) {
                if (Weaver.STAND_INS.containsValue(method.owner().asInternalName())) {
                    found++;
                    if (!isThere(method)) {
                        missing.add(name(method));
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(found).as("uses of stand-ins").isGreaterThan(50);
    }

    private static boolean isThere(MemberRefEntry method) throws ClassNotFoundException {
        Class<?> owner = Class.forName(method.owner().asInternalName().replace('/', '.'));
        MethodType type =
                MethodType.fromMethodDescriptorString(method.type().stringValue(), WeaverTest.class.getClassLoader());
        if (method.name().equalsString("<init>")) {
            return Arrays.stream(owner.getConstructors())
                    .map(Constructor::getParameterTypes)
                    .anyMatch(each -> Arrays.equals(each, type.parameterArray()));
        }
        return Arrays.stream(owner.getMethods())
                .filter(each -> each.getName().equals(method.name().stringValue()))
                .map(each -> MethodType.methodType(each.getReturnType(), each.getParameterTypes()))
                .anyMatch(type::equals);
    }
}
