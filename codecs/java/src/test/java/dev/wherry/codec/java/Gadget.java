package dev.wherry.codec.java;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.beanutils.BeanComparator;
import org.apache.commons.collections.keyvalue.TiedMapEntry;
import org.apache.commons.collections.map.LazyMap;
import org.apache.commons.collections4.comparators.TransformingComparator;

/**
 * Objects that run code of a peer's choice when they are read by an unprotected stream. The code sets a system property:
 * the canary.
 */
enum Gadget {
    /** A map entry that computes its value when it is hashed. */
    COLLECTIONS_3 {
        @Override
        Object make() {
            var harmless = new org.apache.commons.collections.functors.ConstantTransformer(1);
            var chain = new org.apache.commons.collections.functors.ChainedTransformer(
                    new org.apache.commons.collections.Transformer[] {harmless});
            Map<?, ?> lazy = LazyMap.decorate(new HashMap<>(), chain);
            Set<Object> set = new HashSet<>();
            set.add(new TiedMapEntry(lazy, "key"));
            lazy.clear();
            set(chain, "iTransformers", new org.apache.commons.collections.Transformer[] {
                new org.apache.commons.collections.functors.ConstantTransformer(System.class),
                new org.apache.commons.collections.functors.InvokerTransformer(
                        "getMethod",
                        new Class<?>[] {String.class, Class[].class},
                        new Object[] {"setProperty", new Class<?>[] {String.class, String.class}}),
                new org.apache.commons.collections.functors.InvokerTransformer(
                        "invoke",
                        new Class<?>[] {Object.class, Object[].class},
                        new Object[] {null, new Object[] {canary(), "fired"}}),
                harmless
            });
            return set;
        }
    },
    /** A queue whose comparator computes what it compares. */
    COLLECTIONS_4 {
        @SuppressWarnings("unchecked") // an array of transformers, made by the compiler
        @Override
        Object make() {
            var harmless = org.apache.commons.collections4.functors.ConstantTransformer.constantTransformer((Object) 1);
            var chain = new org.apache.commons.collections4.functors.ChainedTransformer<Object>(harmless);
            Object queue = queue(new TransformingComparator<>(chain), 1, 2);
            set(chain, "iTransformers", new org.apache.commons.collections4.Transformer<?, ?>[] {
                org.apache.commons.collections4.functors.ConstantTransformer.constantTransformer((Object) System.class),
                new org.apache.commons.collections4.functors.InvokerTransformer<>(
                        "getMethod",
                        new Class<?>[] {String.class, Class[].class},
                        new Object[] {"setProperty", new Class<?>[] {String.class, String.class}}),
                new org.apache.commons.collections4.functors.InvokerTransformer<>(
                        "invoke",
                        new Class<?>[] {Object.class, Object[].class},
                        new Object[] {null, new Object[] {canary(), "fired"}}),
                harmless
            });
            return queue;
        }
    },
    /** A queue whose comparator calls any getter. */
    BEANUTILS {
        @Override
        Object make() {
            BeanComparator<Object> comparator = new BeanComparator<>();
            Object queue = queue(comparator, new Bean(canary()), new Bean(canary()));
            comparator.setProperty("fired");
            return queue;
        }
    },
    /** A proxy for a comparator. */
    PROXY {
        @Override
        Object make() {
            @SuppressWarnings("unchecked") // a proxy for this very interface
            Comparator<Object> comparator = (Comparator<Object>) Proxy.newProxyInstance(
                    Gadget.class.getClassLoader(), new Class<?>[] {Comparator.class}, new Handler(canary()));
            Object queue = queue(comparator, 1, 2);
            System.clearProperty(canary());
            return queue;
        }
    },
    /** The JDK alone: a comparator that is a lambda of a class that both sides have. */
    LAMBDA {
        @Override
        Object make() {
            String canary = canary();
            Comparator<Object> comparator = (Comparator<Object> & Serializable) (one, other) -> {
                System.setProperty(canary, "fired");
                return 0;
            };
            Object queue = queue(comparator, 1, 2);
            System.clearProperty(canary);
            return queue;
        }
    },
    /** A class of the peer's choice that acts as soon as it is read. */
    READER {
        @Override
        Object make() {
            return new Reader(canary());
        }
    },
    /** A class that acts once it is whole. */
    RESOLVER {
        @Override
        Object make() {
            return new Resolver(canary());
        }
    };

    abstract Object make();

    String canary() {
        return "wherry.canary." + name();
    }

    private static Object queue(Comparator<Object> comparator, Object one, Object other) {
        PriorityQueue<Object> queue = new PriorityQueue<>(2, comparator);
        queue.addAll(List.of(one, other));
        return queue;
    }

    private static void set(Object object, String name, Object value) {
        try {
            Class<?> owner = object.getClass();
            while (Stream.of(owner.getDeclaredFields())
                    .noneMatch(field -> field.getName().equals(name))) {
                owner = owner.getSuperclass();
            }
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            field.set(object, value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A bean whose getter records that it was called. */
    public static final class Bean implements Serializable, Comparable<Bean> {
        private final String canary;

        Bean(String canary) {
            this.canary = canary;
        }

        public String getFired() {
            return System.setProperty(canary, "fired");
        }

        @Override
        public int compareTo(Bean other) {
            return 0;
        }
    }

    private record Handler(String canary) implements InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) {
            System.setProperty(canary, "fired");
            return 0;
        }
    }

    private static final class Reader implements Serializable {
        private final String canary;

        Reader(String canary) {
            this.canary = canary;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            System.setProperty(canary, "fired");
        }
    }

    private static final class Resolver implements Serializable {
        private final String canary;

        Resolver(String canary) {
            this.canary = canary;
        }

        private Object readResolve() {
            System.setProperty(canary, "fired");
            return Collections.emptyList();
        }
    }
}
