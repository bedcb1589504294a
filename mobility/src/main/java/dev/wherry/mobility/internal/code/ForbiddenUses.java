package dev.wherry.mobility.internal.code;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The classes and methods that a shipped class must not name. This finds accidents and obvious uses. An attacker can avoid it, for
 * example by reflection.
 */
final class ForbiddenUses {
    private static final Pattern INTERNALS =
            Pattern.compile("(^|L)(sun[./]misc[./](Unsafe|Signal)|sun[./]reflect[./]|jdk[./]internal[./])");

    /** Matches the name of a package. Code that shortens stack traces contains such names, and they give no access. */
    private static final Pattern PACKAGE = Pattern.compile("[a-z0-9]++(?:\\.[a-z0-9]++)++");

    private static final Map<String, Rule> MEMBERS = new HashMap<>();

    static {
        forbid(
                Rule.NO_NATIVE_CODE,
                "java/lang/System.load",
                "java/lang/System.loadLibrary",
                "java/lang/Runtime.load",
                "java/lang/Runtime.loadLibrary",
                "java/lang/ModuleLayer$Controller.enableNativeAccess",
                "java/lang/foreign/AddressLayout.withTargetLayout",
                "java/lang/foreign/Linker.nativeLinker",
                "java/lang/foreign/MemorySegment.reinterpret",
                "java/lang/foreign/SymbolLookup.libraryLookup");
        forbid( // they define classes that no rule has checked
                Rule.NO_CLASS_LOADERS,
                "java/lang/ClassLoader.<init>",
                "java/lang/ClassLoader.defineClass",
                "java/lang/ModuleLayer.defineModules",
                "java/lang/ModuleLayer.defineModulesWithManyLoaders",
                "java/lang/ModuleLayer.defineModulesWithOneLoader",
                "java/lang/invoke/MethodHandles$Lookup.defineClass",
                "java/lang/invoke/MethodHandles$Lookup.defineHiddenClass",
                "java/lang/invoke/MethodHandles$Lookup.defineHiddenClassWithClassData",
                "java/net/URLClassLoader.<init>",
                "java/net/URLClassLoader.newInstance",
                "java/security/SecureClassLoader.<init>");
        forbid(Rule.NO_EXIT, "java/lang/Runtime.exit", "java/lang/Runtime.halt", "java/lang/System.exit");
    }

    private ForbiddenUses() {}

    /** Returns the rule that forbids this member, or null. */
    static @Nullable Rule of(String owner, String member) {
        return MEMBERS.get(owner + "." + member);
    }

    /** Returns whether a text is or begins with the name of an internal class of the JDK, or contains it as a descriptor. */
    static boolean isInternal(String text) {
        // Called for each constant: most of them are decided without the pattern.
        return (text.contains("sun") || text.contains("jdk"))
                && INTERNALS.matcher(text).find()
                && !PACKAGE.matcher(text).matches();
    }

    private static void forbid(Rule rule, String... members) {
        for (String member : members) {
            MEMBERS.put(member, rule);
        }
    }
}
