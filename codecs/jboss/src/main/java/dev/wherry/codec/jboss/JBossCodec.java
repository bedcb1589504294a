package dev.wherry.codec.jboss;

import dev.wherry.codec.library.Library;
import dev.wherry.codec.library.LibraryCodec;
import dev.wherry.codec.library.Shapes;
import java.lang.reflect.Field;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Codec {@code jboss}: records and classes, Serializable or not, by JBoss Marshalling's river protocol. Class names are sent
 * once per link. Values that river does not carry as the rest of Wherry does travel aside, see {@link LibraryCodec}. Objects are
 * made without their constructors, as in JDK serialization. Both ends need the same versions of the classes: fields have no
 * names on the wire.
 *
 * <p>It refuses classes that are not on the interface's list, and cycles through records. It refuses values that nest deeper or
 * hold more than the endpoint's {@link dev.wherry.Limits} allow, lengths that the bytes cannot justify, and keys whose hashing
 * would not end in time. It also refuses all that river would read but does not write here: proxies, externalizers, classes by
 * their names, and collections that river itself hashes or compares.
 *
 * <p>JBoss Marshalling uses {@code sun.misc.Unsafe}. Newer JDKs warn of that once, unless they are started with {@code
 * --sun-misc-unsafe-memory-access=allow}. For any thread: each value has a marshaller to itself.
 */
public final class JBossCodec extends LibraryCodec {
    /** Found by the service loader. */
    public JBossCodec() {
        super("jboss", Set.of());
    }

    /** River would not run the constructor of a base class, nor write fields that {@code serialPersistentFields} leaves out. */
    @Override
    protected boolean takes(Class<?> type, boolean aside) {
        return aside || !(runsConstructorOfBase(type) || listsFields(type));
    }

    private static boolean listsFields(Class<?> type) {
        for (@Nullable Class<?> part = type; River.hasDescriptor(part); part = part.getSuperclass()) {
            for (Field field : part.getDeclaredFields()) {
                if (field.getName().equals("serialPersistentFields")) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    protected Library library(Shapes shapes) {
        return new River(shapes);
    }
}
