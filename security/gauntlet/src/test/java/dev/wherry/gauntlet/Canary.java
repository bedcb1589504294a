package dev.wherry.gauntlet;

import java.util.Hashtable;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.spi.ObjectFactory;

/** Records that code of a peer's choice has run. Harmless: it remembers the word that it was called with. */
public final class Canary implements ObjectFactory {
    private static final Set<String> CALLED = ConcurrentHashMap.newKeySet();

    /** For JNDI, which makes instances of factories by their names. */
    public Canary() {}

    /** For scripts that can only make objects. */
    public Canary(String word) {
        call(word);
    }

    /** Called by the end of a chain. */
    public static String call(String word) {
        CALLED.add(word);
        return word;
    }

    /** The same, for chains that can only call a method of two arguments. */
    public static int call(String word, String other) {
        call(word);
        return word.compareTo(other);
    }

    static boolean wasCalled(String word) {
        return CALLED.contains(word) || System.getProperty(word) != null;
    }

    @Override
    public Object getObjectInstance(Object reference, Name name, Context context, Hashtable<?, ?> environment) {
        return call(
                ((javax.naming.Reference) reference).get("word").getContent().toString());
    }
}
