package dev.wherry.internal.types;

import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.reflect.Modifier;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The types of the JDK beyond its table of values that an endpoint may register, and the types registered with them. */
final class JdkRegistrations {
    /**
     * Serializable and harmless, and yet refused. The objects of some are of internal classes of the JDK, or contain such
     * objects, and no list could name these classes. Others do not arrive intact with every codec.
     */
    private static final String INTERNAL = """
            java.io ObjectStreamClass
            java.security AsymmetricKey AuthProvider CodeSigner KeyPair KeyRep PermissionCollection Permissions PrivateKey
            java.security Provider SecureRandom SecureRandomSpi Timestamp
            java.security.cert CertPath Certificate X509Certificate
            java.security.interfaces DSAPrivateKey ECPrivateKey EdECPrivateKey RSAMultiPrimePrivateCrtKey RSAPrivateCrtKey
            java.security.interfaces RSAPrivateKey XECPrivateKey
            java.util.concurrent SynchronousQueue
            java.util.prefs NodeChangeEvent PreferenceChangeEvent
            """;

    private static final Set<String> INTERNAL_NAMES = JdkTypes.names(INTERNAL);

    private JdkRegistrations() {}

    /** Whether a type is the JDK's and not in its table of values, so that the rules below hold for it. */
    static boolean concerns(Class<?> type) {
        return !type.isPrimitive() && JdkTypes.defines(type) && JdkTypes.find(type.getName()) == null;
    }

    /** @throws IllegalArgumentException if this type of the JDK cannot be registered; says why, and what to do */
    static void require(Class<?> type) {
        String why = whyNot(type);
        if (why != null) {
            throw new IllegalArgumentException("Class " + type.getName() + " cannot be registered: " + why);
        }
    }

    /** Whether a class of the JDK beyond the table may be registered by an endpoint that wants it. */
    static boolean allows(Class<?> type) {
        return whyNot(type) == null;
    }

    /** Why a type of the JDK cannot be registered, and what to do instead; null if it can. */
    static @Nullable String whyNot(Class<?> type) {
        if (INTERNAL_NAMES.contains(type.getName())) {
            return "its objects are, or hold, objects of classes internal to the JDK, or would not arrive as what they are."
                    + " Pass what is needed of it as a value or a record of your own, such as the encoded bytes of a key or a"
                    + " certificate";
        }
        Class<?> owner = isPublic(type) ? null : registered(type);
        if (owner != null) {
            return "it is internal to the JDK. Register " + owner.getName() + " instead, which it is a part of";
        }
        if (!isPublic(type) || !JdkTypes.isHarmless(type)) {
            return "it is not a value, or reaches beyond values. Pass what is needed of it as a record of your own, or pass it"
                    + " by reference";
        }
        return TypeKinds.hasObjects(type) && !canBeWritten(type)
                ? "it is not Serializable, and the JDK lets nobody read what is in it. Pass what is needed of it as a record"
                        + " of your own"
                : null;
    }

    /** The class that is registered so that objects of another may travel: itself, or a public one of its nest; null: none. */
    static @Nullable Class<?> registered(Class<?> type) {
        if (isPublic(type)) {
            return allows(type) ? type : null;
        }
        return Stream.of(type.getNestHost().getNestMembers())
                .filter(each -> isPublic(each) && allows(each) && with(each).contains(type))
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns a class of the JDK and those that are registered with it, since a program could name few of them. These are the
     * classes that implement it, that replace it in its serial form, and that the serial form declares.
     */
    static Set<Class<?>> with(Class<?> registered) {
        Set<Class<?>> all = new LinkedHashSet<>();
        add(registered, all);
        return all;
    }

    private static void add(Class<?> type, Set<Class<?>> all) {
        if (!all.add(type)) {
            return;
        }
        implementations(type).forEach(each -> add(each, all));
        for (@Nullable Class<?> part = type; part != null; part = part.getSuperclass()) {
            StandIns.of(part).stream().filter(JdkRegistrations::mayBeHeld).forEach(each -> add(each, all));
            ObjectStreamClass form = ObjectStreamClass.lookup(part);
            if (form == null) {
                return;
            }
            for (ObjectStreamField field : form.getFields()) {
                Class<?> held = ArrayTypes.element(field.getType());
                if (mayBeHeld(held)) {
                    add(held, all);
                } else if (JdkTypes.defines(held) && JdkTypes.find(held.getName()) == null) {
                    implementations(held).forEach(each -> add(each, all));
                }
            }
        }
    }

    /**
     * The classes of a type's own nest whose objects are objects of it, such as the JDK's hidden ones of {@code Clock}. They
     * are a part of its source file, and so reach no further than what was registered.
     */
    private static List<Class<?>> implementations(Class<?> type) {
        return Stream.of(type.getNestMembers())
                .filter(member -> member != type && type.isAssignableFrom(member) && mayBeHeld(member))
                .toList();
    }

    /** Whether it comes with a class of the JDK that is registered and has it in its serial form. */
    private static boolean mayBeHeld(Class<?> type) {
        return !type.isPrimitive()
                && JdkTypes.defines(type)
                && TypeKinds.hasObjects(type)
                && Serializable.class.isAssignableFrom(type)
                && JdkTypes.find(type.getName()) == null
                && JdkTypes.isHarmless(type);
    }

    private static boolean isPublic(Class<?> type) {
        return Modifier.isPublic(type.getModifiers()) && type.getModule().isExported(type.getPackageName());
    }

    /** Whether objects of a class of the JDK can be written: in their serial form, or since its package is open to us. */
    private static boolean canBeWritten(Class<?> type) {
        return Serializable.class.isAssignableFrom(type)
                || type.getModule().isOpen(type.getPackageName(), JdkTypes.class.getModule());
    }

    /** The names of those that are refused though they are harmless, for the tests that keep the table. */
    static Set<String> internal() {
        return INTERNAL_NAMES;
    }
}
