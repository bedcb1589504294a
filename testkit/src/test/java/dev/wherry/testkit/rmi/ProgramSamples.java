package dev.wherry.testkit.rmi;

import dev.wherry.testkit.rmi.ProgramClasses.Basket;
import dev.wherry.testkit.rmi.ProgramClasses.ByLength;
import dev.wherry.testkit.rmi.ProgramClasses.Cache;
import dev.wherry.testkit.rmi.ProgramClasses.Derived;
import dev.wherry.testkit.rmi.ProgramClasses.External;
import dev.wherry.testkit.rmi.ProgramClasses.Failure;
import dev.wherry.testkit.rmi.ProgramClasses.FailureWithForm;
import dev.wherry.testkit.rmi.ProgramClasses.Generic;
import dev.wherry.testkit.rmi.ProgramClasses.HeirOfNotSerializable;
import dev.wherry.testkit.rmi.ProgramClasses.Index;
import dev.wherry.testkit.rmi.ProgramClasses.Names;
import dev.wherry.testkit.rmi.ProgramClasses.Node;
import dev.wherry.testkit.rmi.ProgramClasses.NotSerializable;
import dev.wherry.testkit.rmi.ProgramClasses.NotSerializableRecord;
import dev.wherry.testkit.rmi.ProgramClasses.Outer;
import dev.wherry.testkit.rmi.ProgramClasses.Pair;
import dev.wherry.testkit.rmi.ProgramClasses.Replaced;
import dev.wherry.testkit.rmi.ProgramClasses.SerializableSupplier;
import dev.wherry.testkit.rmi.ProgramClasses.Single;
import dev.wherry.testkit.rmi.ProgramClasses.Size;
import dev.wherry.testkit.rmi.ProgramClasses.WithTransient;
import dev.wherry.testkit.rmi.ProgramClasses.WithWriteObject;
import dev.wherry.testkit.rmi.ProgramClasses.WithoutConstructor;
import dev.wherry.testkit.rmi.Samples.Outcome;
import dev.wherry.testkit.rmi.Samples.Sample;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.NoSuchFileException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import javax.naming.CompositeName;
import javax.naming.NameNotFoundException;

/** Objects of a program's classes, and exceptions. */
final class ProgramSamples {
    private static final String NOT_SERIALIZABLE = "RMI needs Serializable";

    private ProgramSamples() {}

    static void addTo(Samples samples) {
        objects(samples);
        graphs(samples);
        code(samples);
        exceptions(samples);
    }

    private static void objects(Samples samples) {
        samples.add("an enum constant", Size.SMALL);
        samples.add("an enum constant with a body", Size.LARGE);
        samples.add("a set of an enum", EnumSet.allOf(Size.class));
        samples.add("an empty set of an enum", EnumSet.noneOf(Size.class));
        samples.add("a map of an enum", new EnumMap<>(Map.of(Size.LARGE, 1)));
        samples.add("a record", new Pair(1, "b"));
        samples.add("an object", new Node());
        samples.add("an object of a subclass", new Derived());
        samples.add("an object without a constructor without parameters", new WithoutConstructor(0.5));
        samples.add("a generic object", new Generic<>(new Integer[] {1, 2}));
        samples.add("a transient field", new WithTransient())
                .compact(Outcome.DIFFERENT, "the constructor runs and sets it");
        samples.add("a parent that is not serializable", new HeirOfNotSerializable());
        samples.add("writeObject and readObject", new WithWriteObject());
        samples.add("Externalizable", new External("external"));
        samples.add("readResolve", Single.ONE);
        samples.add("writeReplace", new Replaced(3));
        samples.add("an inner object", new Outer().inner());
        samples.add("an anonymous object", new Outer().anonymous());
        Basket basket = new Basket();
        basket.add("apple");
        samples.add("a list with a field", basket);
        Index index = new Index();
        index.put("a", 1);
        samples.add("a map with a field", index);
        Names names = new Names();
        names.add("bob");
        samples.add("a subclass of a list", names);
        Cache cache = new Cache();
        cache.put("a", 1);
        cache.put("b", 2);
        samples.add("a cache in access order", cache);
        samples.add("an array of objects", new Node[] {new Node(), null});
        samples.add("an array of an enum", Size.values());
        samples.add("an object that is not serializable", new NotSerializable())
                .compact(Outcome.ONLY_WHERRY, NOT_SERIALIZABLE)
                .java(Outcome.BOTH_REFUSE, NOT_SERIALIZABLE);
        samples.add("a record that is not serializable", new NotSerializableRecord("text"))
                .compact(Outcome.ONLY_WHERRY, NOT_SERIALIZABLE)
                .java(Outcome.BOTH_REFUSE, NOT_SERIALIZABLE);
    }

    private static void graphs(Samples samples) {
        Node cycle = new Node();
        cycle.next = cycle;
        samples.add("a cycle", cycle);
        Node shared = new Node();
        samples.add("the same object twice", new Pair(shared, shared));
        Pair pair = new Pair(1, 2);
        samples.add("the same record twice", new ArrayList<>(List.of(pair, pair)));
        String text = "a string of more than thirty-two characters";
        samples.add("the same string twice", new Object[] {text, text});
        List<Object> itself = new ArrayList<>();
        itself.add(itself);
        samples.add("a list that contains itself", itself);
        Map<String, Object> tree = new HashMap<>();
        tree.put("parent", new Node(tree));
        samples.add("a map to which an element refers", tree);
        Node chain = null;
        for (int i = 0; i < 500; i++) {
            chain = new Node(chain);
        }
        samples.add("a chain of 500 objects", chain);
    }

    private static void code(Samples samples) {
        SerializableSupplier lambda = () -> "a lambda";
        samples.add("a serializable lambda", lambda).both(Outcome.ONLY_RMI, "a lambda is never a value");
        Runnable plain = () -> {};
        samples.add("a lambda that is not serializable", plain).both(Outcome.BOTH_REFUSE);
        samples.add("a comparator that is a lambda", (Comparator<String> & Serializable) (a, b) -> a.compareTo(b))
                .both(Outcome.ONLY_RMI, "a lambda is never a value");
        samples.add("a proxy", proxy()).both(Outcome.ONLY_RMI, "a proxy is never a value");
        samples.add("natural order", Comparator.naturalOrder());
        samples.add("reverse order", Comparator.reverseOrder());
        samples.add("reversed, nulls first", Comparator.nullsFirst(String.CASE_INSENSITIVE_ORDER.reversed()));
        samples.add("a comparator of the program", ByLength.SHORTEST_FIRST);
        TreeMap<String, Integer> sorted =
                new TreeMap<>(ByLength.SHORTEST_FIRST.thenComparing(Comparator.naturalOrder()));
        sorted.put("bb", 1);
        sorted.put("c", 2);
        samples.add("a map sorted by two comparators", sorted).java(Outcome.ONLY_RMI, "thenComparing makes a lambda");
        PriorityQueue<String> queue = new PriorityQueue<>(ByLength.SHORTEST_FIRST);
        queue.add("bb");
        queue.add("c");
        samples.add("a queue sorted by a comparator of the program", queue);
    }

    private static Object proxy() {
        record Handler(String answer) implements InvocationHandler, Serializable {
            @Override
            public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
                return switch (method.getName()) {
                    case "equals" ->
                        Proxy.isProxyClass(arguments[0].getClass()) && equals(Proxy.getInvocationHandler(arguments[0]));
                    case "hashCode" -> answer.hashCode();
                    default -> answer;
                };
            }
        }
        return Proxy.newProxyInstance(
                ProgramSamples.class.getClassLoader(),
                new Class<?>[] {SerializableSupplier.class},
                new Handler("a proxy"));
    }

    private static void exceptions(Samples samples) {
        samples.add("a stack trace with names of class loaders", new IllegalStateException())
                .compact(Outcome.DIFFERENT, "details of the other JVM are omitted");
        add(samples, new IllegalStateException("state", new IOException("io")));
        add(samples, new Failure(5, new FileNotFoundException("file")));
        add(samples, new FailureWithForm(new HashMap<>(Map.of("age", "too low"))));
        SQLException sql = new SQLException("duplicate key", "23505", 42, new Failure(1));
        sql.setNextException(new SQLException("next", "42501", 7));
        add(samples, sql);
        add(samples, new BatchUpdateException("batch", "23505", 1, new int[] {1, 2}));
        add(samples, new UncheckedIOException(new IOException("io")));
        add(samples, new NoSuchFileException("file", "other", "reason"));
        add(samples, new ExecutionException("execution", new Failure(2)));
        add(samples, new MissingResourceException("missing", "class", "key"));
        add(samples, new AssertionError("assertion"));
        add(samples, new StackOverflowError());
        add(samples, new java.rmi.ServerException("server", new IOException("io")))
                .compact(Outcome.DIFFERENT, "its cause can be set");
        NameNotFoundException name = new NameNotFoundException("name");
        name.setRemainingName(new CompositeName().getPrefix(0));
        add(samples, name);
        IOException suppressing = new FileNotFoundException("suppressing");
        suppressing.addSuppressed(new Failure(3));
        add(samples, suppressing);
        samples.add(new Throwable().getStackTrace()[0]);
    }

    /** Adds an exception whose stack trace does not contain names of class loaders. */
    private static Sample add(Samples samples, Throwable thrown) {
        setTrace(thrown);
        return samples.add(thrown);
    }

    private static void setTrace(Throwable thrown) {
        thrown.setStackTrace(new StackTraceElement[] {new StackTraceElement("acme.Shop", "sell", "Shop.java", 5)});
        if (thrown.getCause() != null) {
            setTrace(thrown.getCause());
        }
        for (Throwable suppressed : thrown.getSuppressed()) {
            setTrace(suppressed);
        }
        if (thrown instanceof SQLException sql && sql.getNextException() != null) {
            setTrace(sql.getNextException());
        }
    }
}
