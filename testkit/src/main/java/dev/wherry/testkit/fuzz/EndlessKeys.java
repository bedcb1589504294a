package dev.wherry.testkit.fuzz;

import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Definition;
import dev.wherry.testkit.codec.Message;
import dev.wherry.testkit.fuzz.Fuzzed.Loose;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Messages with a key whose hash code leads back to it, over shared parts, all of which are visited in each round. Some
 * of them are refused by writers. Therefore they are written with keys that hash by identity, and the name of the keys'
 * class is replaced in the bytes.
 */
final class EndlessKeys {
    private static final String LOOSE = Loose.class.getName();
    private static final String TIGHT = Fuzzed.Tight.class.getName();
    private static final int SHARED_LEVELS = 11;

    private EndlessKeys() {}

    /** Returns the values, by their structure. */
    static Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("a set after its key", around(key -> new HashSet<>(Set.of(key))));
        values.put("an immutable set after its key", around(Set::of));
        values.put("a map after its key", around(key -> new HashMap<>(Map.of(key, "value"))));
        values.put("a set of two keys that refer to it", twoKeys());
        values.put("a set within its key", ofItself());
        values.put("a set of an Optional that refers to itself", held());
        return values;
    }

    /** Returns the message of a value. */
    static Message message(Coder coder, Object value) {
        Message message = Message.encode(coder, value);
        List<Definition> definitions = message.definitions().stream()
                .map(each -> new Definition(each.kind(), renamed(each.content())))
                .toList();
        return message.withBytes(renamed(message.bytes())).withDefinitions(definitions);
    }

    private static byte[] renamed(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1)
                .replace(LOOSE, TIGHT)
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    @SuppressWarnings("JdkObsolete") // LinkedList fills itself while an object stream is read
    private static Object around(UnaryOperator<Object> container) {
        Collection<Object> list = new LinkedList<>();
        Loose key = new Loose();
        key.left = list;
        list.addAll(Arrays.asList(shared(), key, container.apply(key)));
        return list;
    }

    private static Object twoKeys() {
        List<Object> list = new ArrayList<>();
        Set<Object> set = new HashSet<>();
        for (int i = 0; i < 2; i++) {
            Loose key = new Loose();
            key.left = shared();
            key.right = list;
            set.add(key);
            list.add(key);
        }
        list.add(set);
        return list;
    }

    private static Object ofItself() {
        Loose key = new Loose();
        key.left = new ArrayList<>(Arrays.asList(shared(), key));
        key.right = new HashSet<>(Set.of(key));
        return key;
    }

    /**
     * Returns a set of an Optional. Codecs that use a library read an Optional separately from the value that holds it.
     */
    private static Object held() {
        Loose key = new Loose();
        key.left = new ArrayList<>(Arrays.asList(shared(), key));
        return new HashSet<>(Set.of(Optional.of(key)));
    }

    /** Returns lists, each of which holds the one before twice. */
    private static Object shared() {
        Object shared = "x";
        for (int i = 0; i < SHARED_LEVELS; i++) {
            shared = new ArrayList<>(Arrays.asList(shared, shared));
        }
        return shared;
    }
}
