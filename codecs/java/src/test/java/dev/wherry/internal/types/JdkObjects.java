package dev.wherry.internal.types;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.security.GuardedObject;
import java.security.UnresolvedPermission;
import java.security.cert.CRLReason;
import java.security.cert.CertificateRevokedException;
import java.security.cert.Extension;
import java.text.AttributedCharacterIterator;
import java.text.DateFormat;
import java.text.ListFormat;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneOffsetTransitionRule;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Date;
import java.util.HexFormat;
import java.util.IllegalFormatConversionException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.LoggingPermission;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.security.auth.callback.ChoiceCallback;
import javax.security.auth.callback.ConfirmationCallback;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/** The public types of modules of the JDK, with objects of them. */
@SuppressWarnings("removal") // permissions are values of the JDK as long as it has them
final class JdkObjects {
    private static final ZoneRules RULES = ZoneId.of("Europe/Berlin").getRules();

    /** Adds. */
    record Sum() implements LongBinaryOperator, DoubleBinaryOperator, Serializable {
        @Override
        public long applyAsLong(long left, long right) {
            return left + right;
        }

        @Override
        public double applyAsDouble(double left, double right) {
            return left + right;
        }
    }

    /** Of those of which there is more than one class, or that have no constructor of simple arguments. */
    private static final Map<Class<?>, List<Callable<Object>>> MADE = Map.ofEntries(
            made(AttributedCharacterIterator.Attribute.class, () -> AttributedCharacterIterator.Attribute.LANGUAGE),
            made(CertificateRevokedException.class, JdkObjects::revoked),
            made(ChoiceCallback.class, () -> new ChoiceCallback("which", new String[] {"this"}, 0, false)),
            made(
                    Clock.class,
                    Clock::systemUTC,
                    Clock::systemDefaultZone,
                    () -> Clock.fixed(java.time.Instant.EPOCH, ZoneId.of("Europe/Berlin")),
                    () -> Clock.offset(Clock.tickSeconds(ZoneOffset.UTC), Duration.ofDays(1))),
            made(CodeSource.class, () -> new CodeSource(URI.create("file:/a").toURL(), (CodeSigner[]) null)),
            made(ConfirmationCallback.class, () -> new ConfirmationCallback(0, 0, 0)),
            made(DateFormat.Field.class, () -> DateFormat.Field.YEAR),
            made(DoubleAccumulator.class, () -> new DoubleAccumulator(new Sum(), 0)),
            made(EnumConstantNotPresentException.class, () -> new EnumConstantNotPresentException(TimeUnit.class, "a")),
            made(GuardedObject.class, () -> new GuardedObject("a", null)),
            made(IllegalFormatConversionException.class, () -> new IllegalFormatConversionException('d', String.class)),
            made(ListFormat.class, ListFormat::getInstance),
            made(LogRecord.class, () -> new LogRecord(Level.INFO, "a")),
            made(LoggingPermission.class, () -> new LoggingPermission("control", null)),
            made(LongAccumulator.class, () -> new LongAccumulator(new Sum(), 0)),
            made(MessageFormat.Field.class, () -> MessageFormat.Field.ARGUMENT),
            made(NumberFormat.Field.class, () -> NumberFormat.Field.SIGN),
            made(java.text.CompactNumberFormat.class, NumberFormat::getCompactNumberInstance),
            made(java.io.FilePermission.class, () -> new java.io.FilePermission("/a", "read")),
            made(java.net.SocketPermission.class, () -> new java.net.SocketPermission("localhost", "connect")),
            made(java.net.URLPermission.class, () -> new java.net.URLPermission("http://localhost/")),
            made(java.util.PropertyPermission.class, () -> new java.util.PropertyPermission("a", "read")),
            made(
                    javax.security.auth.PrivateCredentialPermission.class,
                    () -> new javax.security.auth.PrivateCredentialPermission("a b \"c\"", "read")),
            made(Pattern.class, () -> Pattern.compile("a+")),
            made(ReentrantLock.class, ReentrantLock::new, () -> new ReentrantLock(true)),
            made(ReentrantReadWriteLock.class, ReentrantReadWriteLock::new, () -> new ReentrantReadWriteLock(true)),
            made(ReentrantReadWriteLock.ReadLock.class, () -> new ReentrantReadWriteLock().readLock()),
            made(ReentrantReadWriteLock.WriteLock.class, () -> new ReentrantReadWriteLock().writeLock()),
            made(Semaphore.class, () -> new Semaphore(1), () -> new Semaphore(1, true)),
            made(ThreadLocalRandom.class, ThreadLocalRandom::current),
            made(UnixDomainSocketAddress.class, () -> UnixDomainSocketAddress.of("/a")),
            made(UnresolvedPermission.class, () -> new UnresolvedPermission("a", "b", "c", null)),
            made(X500Principal.class, () -> new X500Principal("CN=a")),
            made(ZoneOffsetTransition.class, () -> RULES.getTransitions().getFirst()),
            made(
                    ZoneOffsetTransitionRule.class,
                    () -> RULES.getTransitionRules().getFirst()),
            made(ZoneRules.class, () -> RULES));

    private JdkObjects() {}

    /** Writes its extensions behind its fields. */
    static CertificateRevokedException revoked() {
        X500Principal authority = new X500Principal("CN=a");
        return new CertificateRevokedException(new Date(1), CRLReason.KEY_COMPROMISE, authority, extensions());
    }

    /** By their numbers, as certificates have them. */
    static Map<String, Extension> extensions() {
        return Map.of(InvalidityDate.ID, new InvalidityDate());
    }

    private record InvalidityDate() implements Extension {
        static final String ID = "2.5.29.24";

        @Override
        public String getId() {
            return ID;
        }

        @Override
        public boolean isCritical() {
            return false;
        }

        @Override
        public byte[] getValue() {
            return HexFormat.of().parseHex("180f32303236313132363038303030305a");
        }

        @Override
        public void encode(OutputStream out) {
            throw new UnsupportedOperationException();
        }
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // they are only read
    private static Map.Entry<Class<?>, List<Callable<Object>>> made(Class<?> type, Callable<Object>... objects) {
        return Map.entry(type, List.of(objects));
    }

    /** The types that a program can name, in the order of their names. */
    static List<Class<?>> types(String module) throws IOException {
        Path classes = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules", module);
        try (Stream<Path> files = Files.walk(classes)) {
            return files.map(file -> classes.relativize(file).toString())
                    .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
                    .sorted()
                    .<Class<?>>map(file -> load(file.replace('/', '.').substring(0, file.length() - ".class".length())))
                    .filter(JdkObjects::isPublic)
                    .toList();
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, ClassLoader.getPlatformClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isPublic(Class<?> type) {
        for (@Nullable Class<?> each = type; each != null; each = each.getEnclosingClass()) {
            if (!Modifier.isPublic(each.getModifiers())) {
                return false;
            }
        }
        return type.getModule().isExported(type.getPackageName());
    }

    /** Objects of a type, none if this class knows no way to make one. */
    static List<Object> of(Class<?> type) throws Exception {
        List<Object> objects = new ArrayList<>();
        for (Callable<Object> made : MADE.getOrDefault(type, List.of())) {
            objects.add(made.call());
        }
        for (Constructor<?> constructor : type.getConstructors()) {
            @Nullable
            Object[] arguments = Stream.of(constructor.getParameterTypes())
                    .map(JdkObjects::argument)
                    .toArray();
            if (objects.isEmpty()
                    && !Modifier.isAbstract(type.getModifiers())
                    && !List.of(arguments).contains(NONE)) {
                try {
                    objects.add(constructor.newInstance(arguments));
                } catch (ReflectiveOperationException e) {
                    continue; // it wants other texts or numbers
                }
            }
        }
        return objects;
    }

    private static final Object NONE = new Object();

    private static Object argument(Class<?> type) {
        Map<Class<?>, Object> values = Map.of(
                String.class,
                "a",
                Object.class,
                "a",
                int.class,
                1,
                long.class,
                1L,
                float.class,
                1f,
                double.class,
                1d,
                boolean.class,
                true,
                Throwable.class,
                new IllegalStateException("a"),
                byte[].class,
                new byte[] {1});
        return values.getOrDefault(type, NONE);
    }
}
