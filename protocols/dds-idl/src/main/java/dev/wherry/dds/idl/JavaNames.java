package dev.wherry.dds.idl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The names in Java of what IDL defines. A module is a package, and what an interface contains is nested in it. Words that Java reserves
 * get an underscore. For one thread.
 */
final class JavaNames {
    /** The package of what is in no module, since other packages cannot use an unnamed one. */
    private static final String WITHOUT_MODULE = "idl";

    /** Simple names of the classes that sources use. */
    private static final Set<String> USED = Set.of(
            ("Appendable Boolean Bound Byte Case Character Discriminator Double Exception Final Float Id Integer Key"
                            + " Length List Long Map Mutable Name Narrow Object OneWay Optional OutParameters Override"
                            + " Short Signed String Unsigned Value")
                    .split(" "));

    private final String prefix;
    private final Map<String, JavaClass> classes = new HashMap<>();
    private final Set<String> taken = new HashSet<>();
    private final Set<String> simple = new HashSet<>();

    /** @param path the names of the classes around it, and its own */
    record JavaClass(String inPackage, List<String> path) {
        String simpleName() {
            return path.getLast();
        }

        /** Returns the name as code of a package writes it. */
        String in(String otherPackage) {
            String name = String.join(".", path);
            return inPackage.equals(otherPackage) ? name : inPackage + "." + name;
        }

        /** Returns the name that Wherry gives the class in DDS, unless it has another one. */
        String nameInDds() {
            return inPackage.replace(".", "::") + "::" + String.join("_", path);
        }
    }

    /** @param prefix of all packages; empty for none */
    JavaNames(List<Definition> definitions, String prefix) {
        this.prefix = prefix;
        definitions.stream().filter(Definition.Interface.class::isInstance).forEach(this::add);
        definitions.stream()
                .filter(each -> !(each instanceof Definition.Interface || each instanceof Definition.Constant))
                .forEach(this::add);
    }

    private void add(Definition definition) {
        String name = definition.name();
        JavaClass outer = classes.get(IdlWords.modules(name));
        String inPackage = outer == null ? packageOf(IdlWords.modules(name)) : outer.inPackage();
        List<String> path = new ArrayList<>(outer == null ? List.of() : outer.path());
        String own = IdlWords.simple(name);
        while (!JavaWords.isType(own)
                || path.contains(own)
                || !taken.add((inPackage + "." + String.join(".", path) + "." + own).toLowerCase(Locale.ROOT))) {
            own += "_";
        }
        path.add(own);
        simple.add(own);
        classes.put(name, new JavaClass(inPackage, List.copyOf(path)));
    }

    /** Returns the class of a definition. */
    JavaClass of(String name) {
        JavaClass found = classes.get(name);
        if (found == null) {
            throw new IllegalArgumentException(name);
        }
        return found;
    }

    /** Returns the package of a module. */
    String packageOf(String module) {
        List<String> parts = new ArrayList<>();
        if (!prefix.isEmpty()) {
            parts.add(prefix);
        }
        if (!module.isEmpty()) {
            for (String each : module.split("::")) {
                boolean ofJdk = parts.isEmpty() && (each.equals("java") || each.equals("javax"));
                if (ofJdk) {
                    parts.add(WITHOUT_MODULE);
                }
                parts.add(JavaWords.isType(each) ? each : each + "_");
            }
        }
        return parts.isEmpty() ? WITHOUT_MODULE : String.join(".", parts);
    }

    /** Returns whether a definition has such a simple name, so that classes of the JDK need their whole name. */
    boolean isSimpleName(String name) {
        return simple.contains(name);
    }

    /** Returns a name for a class that no definition has, and that hides no class which sources use. */
    String fresh(String wanted, String ending) {
        String name = Character.toUpperCase(wanted.charAt(0)) + wanted.substring(1);
        while (!JavaWords.isType(name) || simple.contains(name) || USED.contains(name)) {
            name += ending;
        }
        return name;
    }

    /** The names of the members of one class. */
    static final class Members {
        private final Set<String> taken = new HashSet<>();

        /** Returns a name that no other member has. */
        String of(String name) {
            String own = name;
            while (!JavaWords.isMember(own) || !taken.add(own)) {
                own += "_";
            }
            return own;
        }
    }
}
