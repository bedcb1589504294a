package dev.wherry.mobility.internal.code;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a shipped class may not name. This finds what is written down, so accidents and the obvious; who means harm finds a
 * way round it.
 */
final class ForbiddenUses {
    private static final Pattern INTERNALS =
            Pattern.compile("(^|L)(sun[./]misc[./](Unsafe|Signal)|sun[./]reflect[./]|jdk[./]internal[./])");

    /** No more than the name of a package: code that shortens stack traces has it, and it reaches nothing by itself. */
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
        forbid( // they bring in classes that no rule has seen
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

    /** The rule against this member, if there is one. */
    static @Nullable Rule of(String owner, String member) {
        return MEMBERS.get(owner + "." + member);
    }

    /** Whether a text is, begins or as a descriptor holds the name of a class of the JDK's that is not for others. */
    static boolean isInternal(String text) {
        // Most texts are told apart without the pattern, which is asked of each constant.
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
