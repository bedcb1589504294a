package dev.wherry.dds.idl;

import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.DataType.Enumeration;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Structure;
import dev.wherry.dds.types.DataType.Union;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes definitions in IDL, each after those that it needs, within its modules. For one thread. */
final class IdlWriter {
    private final StringBuilder text = new StringBuilder();
    private final IdlTypes types = new IdlTypes();
    private final Set<String> written = new HashSet<>();
    /** What has each name, in lower case, since names that differ in case only are the same in IDL. */
    private final Map<String, String> names = new HashMap<>();

    private final List<String> nested = new ArrayList<>();
    private List<String> modules = List.of();

    IdlTypes types() {
        return types;
    }

    /** Sets the interface that is written last. Definitions in its scope are {@linkplain #nested nested} in it. */
    void within(String name) {
        types.within(name);
    }

    /** Returns the lines of what is defined in the scope of the interface. */
    List<String> nested() {
        return nested;
    }

    /** Writes a comment. */
    void comment(String line) {
        text.append("// ").append(line.replaceAll("\\s+", " ")).append('\n');
    }

    /** Writes the named types of which a type consists, and itself, unless they are written already. */
    void define(DataType type) {
        switch (type) {
            case Primitive _, DataType.Text _ -> {}
            case DataType.Sequence sequence -> {
                define(sequence.element());
                types.of(sequence);
            }
            case DataType.Array array -> define(array.element());
            case DataType.Named named -> {
                if (written.add(named.name())) {
                    define(named);
                }
            }
        }
    }

    /** Writes the typedefs that a type as a parameter or an element needs. */
    void defineTypedefs(DataType type) {
        define(type);
        types.of(type);
        for (Map.Entry<String, DataType.Array> each :
                List.copyOf(types.typedefs().entrySet())) {
            if (written.add(each.getKey())) {
                String declaration = types.declaration(each.getValue(), IdlWords.simple(each.getKey()));
                definition(each.getKey(), List.of("typedef " + declaration + ";"));
            }
        }
    }

    private void define(DataType.Named type) {
        switch (type) {
            case Enumeration enumeration -> enumeration(enumeration);
            case Structure structure -> structure(structure, "struct");
            case Union union -> union(union);
        }
    }

    /** Writes an exception. */
    void exception(Structure type) {
        if (written.add(type.name())) {
            structure(type, "exception");
        }
    }

    private void structure(Structure structure, String kind) {
        List<String> lines = new ArrayList<>();
        lines.add(annotation(structure.extensibility()) + kind + " " + simple(structure) + " {");
        int next = 0;
        for (Structure.Member each : structure.members()) {
            parts(each.type());
            lines.add("    " + (each.key() ? "@key " : "") + (each.id() == next ? "" : "@id(" + each.id() + ") ")
                    + (each.optional() ? "@optional " : "") + types.declaration(each.type(), each.name()) + ";");
            next = each.id() + 1;
        }
        lines.add("};");
        checkMembers(
                structure.name(),
                structure.members().stream().map(Structure.Member::name).toList());
        definition(structure.name(), lines);
    }

    /** Writes what a member needs. */
    private void parts(DataType type) {
        define(type);
        DataType element = type;
        while (element instanceof DataType.Array array) {
            element = array.element();
        }
        defineTypedefs(element);
    }

    private void union(Union union) {
        List<String> lines = new ArrayList<>();
        define(union.discriminator());
        lines.add(annotation(union.extensibility()) + "union " + simple(union) + " switch ("
                + types.of(union.discriminator()) + ") {");
        int next = 0;
        for (Union.Case each : union.cases()) {
            parts(each.type());
            lines.add("    "
                    + (each.labels().isEmpty()
                            ? "default:"
                            : each.labels().stream()
                                    .map(label -> "case " + label(union.discriminator(), label) + ":")
                                    .collect(Collectors.joining(" "))));
            // The first one is always set, since compilers number from 0 or from 1. In idlc, a member named id hides
            // the annotation.
            lines.add("        " + (each.id() == next ? "" : "@id(" + each.id() + ") ")
                    + types.declaration(each.type(), each.name()) + ";");
            next = each.id() + 1;
        }
        lines.add("};");
        checkMembers(union.name(), union.cases().stream().map(Union.Case::name).toList());
        definition(union.name(), lines);
    }

    private static String label(DataType discriminator, int label) {
        return switch (discriminator) {
            case Primitive.BOOLEAN -> label == 0 ? "FALSE" : "TRUE";
            case Primitive.CHAR8 -> "'" + String.format("\\x%02x", label) + "'";
            case Primitive.UINT32, Primitive.UINT64 -> Integer.toUnsignedString(label);
            case Enumeration enumeration ->
                enumeration.literals().stream()
                        .filter(each -> each.value() == label)
                        .map(each -> reference(enumeration, each))
                        .findFirst()
                        .orElseThrow();
            default -> Integer.toString(label);
        };
    }

    /** A literal is in the scope that the enumeration is in. */
    private static String reference(Enumeration enumeration, Enumeration.Literal literal) {
        String modules = IdlWords.modules(enumeration.name());
        return IdlWords.reference(modules.isEmpty() ? literal.name() : modules + "::" + literal.name());
    }

    private void enumeration(Enumeration enumeration) {
        List<String> lines = new ArrayList<>();
        lines.add(annotation(enumeration.extensibility()) + "enum " + simple(enumeration) + " {");
        int next = 0;
        for (Enumeration.Literal each : enumeration.literals()) {
            boolean last = each.equals(enumeration.literals().getLast());
            lines.add("    " + (each.value() == next ? "" : "@value(" + each.value() + ") ")
                    + IdlWords.name(each.name()) + (last ? "" : ","));
            next = each.value() + 1;
            take(reference(enumeration, each), "a literal of " + enumeration.name());
        }
        lines.add("};");
        definition(enumeration.name(), lines);
    }

    private static String simple(DataType.Named type) {
        return IdlWords.name(IdlWords.simple(type.name()));
    }

    /** Returns the annotation for how values may change. */
    static String annotation(Extensibility extensibility) {
        return "@" + extensibility.name().toLowerCase(Locale.ROOT) + " ";
    }

    private static void checkMembers(String type, List<String> members) {
        Map<String, String> seen = new HashMap<>();
        for (String each : members) {
            String before = seen.putIfAbsent(each.toLowerCase(Locale.ROOT), each);
            if (before != null) {
                throw new IllegalArgumentException(type + " has members '" + before + "' and '" + each
                        + "', which are the same name in IDL. Rename one of them, or set another name with @Name");
            }
        }
    }

    /** Takes a name, which must be free. */
    private void take(String reference, String of) {
        String before = names.putIfAbsent(reference.toLowerCase(Locale.ROOT), of);
        if (before != null) {
            throw new IllegalArgumentException("the name " + reference.substring(2) + " is that of " + before
                    + " and of " + of + ", which IDL does not allow. Set another name with @Name");
        }
    }

    /** Writes the lines of a definition within its modules. */
    void definition(String name, List<String> lines) {
        take(IdlWords.reference(name), "the type " + name);
        String scope = IdlWords.modules(name);
        String last = types.interfaceName();
        if (scope.equals(last)) {
            nested.addAll(lines);
            return;
        }
        if (last != null
                && !name.equals(last)
                && lines.stream().anyMatch(IdlWords.into(last).asPredicate())) {
            throw new IllegalArgumentException(name + " refers to a type in the interface " + last
                    + ", which is defined after it. Move that type out of the interface");
        }
        enter(scope.isEmpty() ? List.of() : List.of(scope.split("::")));
        for (String each : lines) {
            text.append("    ".repeat(modules.size())).append(each).append('\n');
        }
    }

    private void enter(List<String> wanted) {
        int same = 0;
        while (same < modules.size()
                && same < wanted.size()
                && modules.get(same).equals(wanted.get(same))) {
            same++;
        }
        for (int i = modules.size() - 1; i >= same; i--) {
            text.append("    ".repeat(i)).append("};\n");
        }
        for (int i = same; i < wanted.size(); i++) {
            text.append("    ".repeat(i))
                    .append("module ")
                    .append(IdlWords.name(wanted.get(i)))
                    .append(" {\n");
        }
        modules = wanted;
    }

    /** Returns the text, with the modules closed. */
    String finish() {
        enter(List.of());
        return text.toString();
    }
}
