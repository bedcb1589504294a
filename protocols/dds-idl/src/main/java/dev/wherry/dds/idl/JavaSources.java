package dev.wherry.dds.idl;

import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.DataType.Enumeration;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Structure;
import dev.wherry.dds.types.DataType.Union;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the Java sources of definitions. For one thread. */
final class JavaSources {
    private final JavaNames names;
    private final Map<String, String> sources = new LinkedHashMap<>();
    /** What is nested in each interface, by its name. */
    private final Map<String, List<Definition>> nested = new LinkedHashMap<>();

    private JavaSources(List<Definition> definitions, String prefix) {
        names = new JavaNames(definitions, prefix);
        for (Definition each : definitions) {
            if (each instanceof Definition.Interface) {
                nested.put(each.name(), new ArrayList<>());
            }
        }
    }

    /**
     * Returns the texts of the files, by their paths.
     *
     * @param prefix of all packages; empty for none
     */
    static Map<String, String> of(List<Definition> definitions, String prefix) {
        JavaSources sources = new JavaSources(definitions, prefix);
        Map<String, List<Definition.Constant>> constants = new LinkedHashMap<>();
        List<Definition> outer = new ArrayList<>();
        for (Definition each : definitions) {
            List<Definition> within = sources.nested.get(IdlWords.modules(each.name()));
            if (within != null) {
                within.add(each);
            } else if (each instanceof Definition.Constant constant) {
                constants
                        .computeIfAbsent(IdlWords.modules(each.name()), _ -> new ArrayList<>())
                        .add(constant);
            } else {
                outer.add(each);
            }
        }
        outer.stream().filter(each -> !sources.isOfJava(each)).forEach(sources::file);
        constants.forEach(sources::constants);
        return sources.sources;
    }

    /** Returns whether Java has a class or a map for a structure, so that none is written. */
    private boolean isOfJava(Definition definition) {
        return definition instanceof Definition.Type(DataType.Named type)
                && (JavaTimes.of(type) != null || MapEntries.isEntry(type));
    }

    private void file(Definition definition) {
        JavaNames.JavaClass of = names.of(definition.name());
        JavaFile file = new JavaFile(names, of.inPackage());
        write(definition, file, 0);
        add(of.inPackage(), of.simpleName(), file);
    }

    private void add(String inPackage, String simpleName, JavaFile file) {
        sources.put(inPackage.replace('.', '/') + "/" + simpleName + ".java", file.text());
    }

    private void constants(String module, List<Definition.Constant> constants) {
        String inPackage = names.packageOf(module);
        String simple = names.fresh("Constants", "_");
        JavaFile file = new JavaFile(names, inPackage);
        file.line(0, "/** The constants of " + (module.isEmpty() ? "no module" : "the module " + module) + ". */");
        file.line(0, "public final class " + simple + " {");
        JavaNames.Members members = new JavaNames.Members();
        for (Definition.Constant each : constants) {
            file.line(1, "public static final " + ConstantText.of(each, file, members));
        }
        file.line(0, "");
        file.line(1, "private " + simple + "() {}");
        file.line(0, "}");
        add(inPackage, simple, file);
    }

    private void write(Definition definition, JavaFile file, int indent) {
        file.line(indent, "/** {@code " + definition.name() + "} in IDL. */");
        switch (definition) {
            case Definition.Type(Structure structure) -> structure(structure, file, indent);
            case Definition.Type(Union union) -> union(union, file, indent);
            case Definition.Type(Enumeration enumeration) -> enumeration(enumeration, file, indent);
            case Definition.Failure(Structure type) -> exception(type, file, indent);
            case Definition.Constant constant -> throw new IllegalArgumentException(constant.name());
            case Definition.Interface type -> {
                List<Definition> within = nested.getOrDefault(type.name(), List.of());
                InterfaceText.write(type, within, file, indent, each -> write(each, file, indent + 1));
            }
        }
    }

    private void structure(Structure structure, JavaFile file, int indent) {
        JavaNames.JavaClass of = names.of(structure.name());
        file.annotate(indent, structure, of);
        file.line(indent, "public record " + of.simpleName() + components(structure.members(), file, indent) + " {}");
    }

    /** Returns the components of a record. */
    static String components(List<Structure.Member> members, JavaFile file, int indent) {
        if (members.size() == 1 && isDummy(members.getFirst())) {
            return "()";
        }
        List<String> components = new ArrayList<>();
        JavaNames.Members names = new JavaNames.Members();
        int next = 0;
        for (Structure.Member each : members) {
            String name = names.of(each.name());
            components.add((each.key() ? file.annotation("Key") + " " : "")
                    + (each.id() == next ? "" : file.annotation("Id") + "(" + each.id() + ") ")
                    + file.name(name, each.name()) + file.type(each.type(), each.optional()) + " " + name);
            next = each.id() + 1;
        }
        String between = ",\n" + "    ".repeat(indent + 2);
        return "(\n" + "    ".repeat(indent + 2) + String.join(between, components) + ")";
    }

    private static boolean isDummy(Structure.Member member) {
        return member.name().equals("dummy")
                && member.id() == 0
                && member.type() == Primitive.BYTE
                && !member.key()
                && !member.optional();
    }

    private void exception(Structure type, JavaFile file, int indent) {
        JavaNames.JavaClass of = names.of(type.name());
        file.annotate(indent, type, of);
        file.line(indent, "public class " + of.simpleName() + " extends " + file.use("java.lang.Exception") + " {");
        file.line(indent + 1, "private static final long serialVersionUID = 1;");
        List<Structure.Member> fields = new ArrayList<>(type.members());
        List<String> parameters = new ArrayList<>();
        JavaNames.Members members = new JavaNames.Members();
        boolean message = isMessage(fields.getFirst());
        if (message) {
            fields.removeFirst();
            parameters.add(file.use("java.lang.String") + " " + members.of("message"));
        } else if (fields.size() == 1 && isDummy(fields.getFirst())) {
            fields.removeFirst();
        }
        List<String> assignments = new ArrayList<>();
        int next = message ? 1 : 0;
        for (Structure.Member each : fields) {
            String name = members.of(each.name());
            String typeText = file.type(each.type(), each.optional());
            file.line(0, "");
            file.line(
                    indent + 1,
                    (each.id() == next ? "" : file.annotation("Id") + "(" + each.id() + ") ")
                            + (each.key() ? file.annotation("Key") + " " : "") + file.name(name, each.name())
                            + "public final " + typeText + " " + name + ";");
            parameters.add(typeText + " " + name);
            assignments.add("this." + name + " = " + name + ";");
            next = each.id() + 1;
        }
        file.line(0, "");
        file.line(indent + 1, "public " + of.simpleName() + "(" + String.join(", ", parameters) + ") {");
        if (message) {
            file.line(indent + 2, "super(message);");
        }
        assignments.forEach(each -> file.line(indent + 2, each));
        file.line(indent + 1, "}");
        file.line(indent, "}");
    }

    private static boolean isMessage(Structure.Member member) {
        return member.name().equals("message")
                && member.id() == 0
                && member.optional()
                && member.type() instanceof DataType.Text text
                && text.bound() == 0;
    }

    private void enumeration(Enumeration enumeration, JavaFile file, int indent) {
        JavaNames.JavaClass of = names.of(enumeration.name());
        file.annotate(indent, enumeration, of);
        file.line(indent, "public enum " + of.simpleName() + " {");
        JavaNames.Members members = new JavaNames.Members();
        int next = 0;
        for (Enumeration.Literal each : enumeration.literals()) {
            String name = members.of(each.name());
            file.line(
                    indent + 1,
                    (each.value() == next ? "" : file.annotation("Value") + "(" + each.value() + ") ")
                            + file.name(name, each.name())
                            + name
                            + (each.equals(enumeration.literals().getLast()) ? "" : ","));
            next = each.value() + 1;
        }
        file.line(indent, "}");
    }

    private void union(Union union, JavaFile file, int indent) {
        JavaNames.JavaClass of = names.of(union.name());
        file.annotate(indent, union, of);
        if (union.discriminator() != Primitive.INT32) {
            file.line(
                    indent, file.annotation("Discriminator") + "(" + discriminator(union.discriminator(), file) + ")");
        }
        file.line(indent, "public sealed interface " + of.simpleName() + " {");
        JavaNames.Members classes = new JavaNames.Members();
        int next = 1;
        for (Union.Case each : union.cases()) {
            String simple = classes.of(names.fresh(each.name(), "Case"));
            String name = new JavaNames.Members().of(each.name());
            String labels = each.labels().stream().map(String::valueOf).collect(Collectors.joining(", "));
            String given = each.labels().isEmpty()
                    ? ""
                    : each.labels().size() == 1 ? "(" + labels + ")" : "({" + labels + "})";
            file.line(indent + 1, file.annotation("Case") + given);
            file.line(
                    indent + 1,
                    "record " + simple + "(" + (each.id() == next ? "" : file.annotation("Id") + "(" + each.id() + ") ")
                            + file.name(name, each.name()) + file.type(each.type(), false) + " " + name
                            + ") implements " + of.simpleName() + " {}");
            next = each.id() + 1;
        }
        file.line(indent, "}");
    }

    private static String discriminator(DataType type, JavaFile file) {
        return switch (type) {
            case Enumeration enumeration -> file.reference(enumeration.name()) + ".class";
            case Primitive.UINT8, Primitive.UINT16, Primitive.UINT32, Primitive.UINT64 ->
                "value = " + JavaWords.plain((Primitive) type) + ".class, unsigned = true";
            case Primitive primitive -> JavaWords.plain(primitive) + ".class";
            default -> throw new IllegalArgumentException(IdlTypes.name(type));
        };
    }
}
