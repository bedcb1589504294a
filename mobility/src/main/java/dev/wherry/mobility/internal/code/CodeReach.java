package dev.wherry.mobility.internal.code;

import java.lang.invoke.SerializedLambda;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/**
 * Foresees which class files a task needs, method by method, as another JVM will load them: what the code that may run
 * uses, and what HotSpot loads to verify whole classes. A prefetch, never the truth: too little costs a round trip
 * later, too much costs bytes. What reflection will ask for by name is not foreseen. For any thread.
 */
public final class CodeReach {
    private final ClassLoader loader;
    private final Predicate<String> stops;
    private final int mostClasses;
    private final int mostBytes;

    /**
     * Reads from one loader. What it parsed is kept for all that read from this loader, which it does not keep alive.
     *
     * @param stops classes that are there already, besides the platform's and Wherry's own: {@code com.acme.Task$1}
     */
    public CodeReach(ClassLoader loader, Predicate<String> stops, int mostClasses, int mostBytes) {
        this.loader = loader;
        this.stops = stops;
        this.mostClasses = mostClasses;
        this.mostBytes = mostBytes;
    }

    /**
     * The near ones first, each followed by its superclass and interfaces; always in the same order. What cannot be
     * found or read is left out.
     */
    public List<ClassBytes> from(Collection<Root> roots) {
        ClassFiles files = ClassFiles.of(loader);
        synchronized (files) {
            return new Search(name -> files.find(name, loader), stops, mostClasses, mostBytes).from(roots);
        }
    }

    /**
     * What travels.
     *
     * @param className binary, of an object's class or of the class that a lambda stands in
     * @param lambda class, name and descriptor of the method that the lambda calls; empty if an object travels
     */
    public record Root(String className, String lambda) {
        private static final String ANY = "*";

        /** A class that is asked for by its name alone. */
        public static Root named(String className) {
            return new Root(className, ANY);
        }

        boolean isNamed() {
            return lambda.equals(ANY);
        }

        /** An object. What its fields hold are roots of their own. */
        public static Root object(Class<?> type) {
            return new Root(type.getName(), "");
        }

        /** A lambda, or a method reference. What it captured are roots of their own. */
        public static Root lambda(SerializedLambda lambda) {
            return new Root(
                    lambda.getCapturingClass().replace('/', '.'),
                    lambda.getImplClass() + "." + lambda.getImplMethodName() + lambda.getImplMethodSignature());
        }
    }
}
