package dev.wherry.mobility.internal.code;

import java.lang.invoke.SerializedLambda;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/**
 * Predicts which class files a task needs, method by method: those that the code which may run uses, and those that HotSpot loads to
 * verify whole classes. The prediction is a prefetch and need not be exact. A missing class costs a round trip later, a superfluous
 * one costs bytes. Names that the code passes to reflection are not predicted. For any thread.
 */
public final class CodeReach {
    private final ClassLoader loader;
    private final Predicate<String> stops;
    private final int mostClasses;
    private final int mostBytes;

    /**
     * Reads from one loader. Parsed class files are kept for later uses of the same loader, as long as the loader is in use.
     *
     * @param stops the classes that the other side has already, besides those of the JDK and of Wherry: {@code com.acme.Task$1}
     */
    public CodeReach(ClassLoader loader, Predicate<String> stops, int mostClasses, int mostBytes) {
        this.loader = loader;
        this.stops = stops;
        this.mostClasses = mostClasses;
        this.mostBytes = mostBytes;
    }

    /**
     * Returns the class files in the order of their distance, each followed by its superclass and interfaces. The order is always the
     * same. Class files that cannot be found or read are left out.
     */
    public List<ClassBytes> from(Collection<Root> roots) {
        ClassFiles files = ClassFiles.of(loader);
        synchronized (files) {
            return new ReachSearch(name -> files.find(name, loader), stops, mostClasses, mostBytes).from(roots);
        }
    }

    /**
     * A value that is sent.
     *
     * @param className the binary name of an object's class, or of the class in which a lambda is written
     * @param lambda class, name and descriptor of the method that the lambda calls; empty if an object is sent
     */
    public record Root(String className, String lambda) {
        private static final String ANY = "*";

        /** Returns the root for a class that is asked for by its name. */
        public static Root named(String className) {
            return new Root(className, ANY);
        }

        boolean isNamed() {
            return lambda.equals(ANY);
        }

        /** Returns the root for an object. The objects in its fields are further roots. */
        public static Root object(Class<?> type) {
            return new Root(type.getName(), "");
        }

        /** Returns the root for a lambda or a method reference. Captured values are further roots. */
        public static Root lambda(SerializedLambda lambda) {
            return new Root(
                    lambda.getCapturingClass().replace('/', '.'),
                    lambda.getImplClass() + "." + lambda.getImplMethodName() + lambda.getImplMethodSignature());
        }
    }
}
