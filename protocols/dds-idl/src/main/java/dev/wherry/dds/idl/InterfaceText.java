package dev.wherry.dds.idl;

import dev.wherry.dds.types.DataType.Structure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Writes an interface in Java. An operation with out parameters returns a record of them. */
final class InterfaceText {
    private InterfaceText() {}

    /**
     * Writes it.
     *
     * @param within what is defined in it
     * @param nested writes one of these
     */
    static void write(
            Definition.Interface type,
            List<Definition> within,
            JavaFile file,
            int indent,
            Consumer<Definition> nested) {
        JavaNames.JavaClass of = file.names().of(type.name());
        file.annotate(indent, type.name(), type.extensibility(), of);
        String bases = type.bases().stream().distinct().map(file::reference).collect(Collectors.joining(", "));
        file.line(indent, "public interface " + of.simpleName() + (bases.isEmpty() ? "" : " extends " + bases) + " {");
        JavaNames.Members members = new JavaNames.Members();
        for (Definition each : within) {
            if (each instanceof Definition.Constant constant) {
                file.line(indent + 1, ConstantText.of(constant, file, members));
            } else {
                nested.accept(each);
            }
            file.line(0, "");
        }
        JavaNames.Members records = new JavaNames.Members();
        for (Definition.Operation each : type.operations()) {
            operation(each, file, indent + 1, records);
        }
        file.line(indent, "}");
    }

    private static void operation(
            Definition.Operation operation, JavaFile file, int indent, JavaNames.Members records) {
        String name = new JavaNames.Members().of(operation.name());
        JavaNames.Members names = new JavaNames.Members();
        List<String> parameters = new ArrayList<>();
        for (Definition.Parameter each : operation.parameters()) {
            if (each.in()) {
                String own = names.of(each.name());
                Definition.Value value = each.value();
                parameters.add(file.name(own, each.name()) + file.type(value.type(), value.optional()) + " " + own);
            }
        }
        String throwing = operation.raises().isEmpty()
                ? ""
                : " throws " + operation.raises().stream().map(file::reference).collect(Collectors.joining(", "));
        String result = result(operation, file, indent, records);
        String named = file.name(name, operation.name()).strip();
        if (!named.isEmpty()) {
            file.line(indent, named);
        }
        if (operation.oneWay()) {
            file.line(indent, "@" + file.use("dev.wherry.OneWay"));
        }
        file.line(indent, result + " " + name + "(" + String.join(", ", parameters) + ")" + throwing + ";");
        file.line(0, "");
    }

    /** Returns the type of the result. Writes the record of the out parameters, if there are any. */
    private static String result(Definition.Operation operation, JavaFile file, int indent, JavaNames.Members records) {
        Definition.Value result = operation.result();
        List<Structure.Member> out = new ArrayList<>();
        for (Definition.Parameter each : operation.parameters()) {
            if (each.out()) {
                Definition.Value value = each.value();
                out.add(new Structure.Member(each.name(), out.size(), value.type(), false, value.optional()));
            }
        }
        if (out.isEmpty()) {
            return result == null ? "void" : file.type(result.type(), result.optional());
        }
        if (result != null) {
            out.add(new Structure.Member(
                    dev.wherry.dds.types.Operation.RETURN, out.size(), result.type(), false, result.optional()));
        }
        String simple = records.of(file.names().fresh(operation.name() + "Result", "_"));
        file.line(indent, "/** The results of {@code " + operation.name() + "}. */");
        file.line(indent, file.annotation("OutParameters"));
        file.line(indent, "record " + simple + JavaSources.components(out, file, indent) + " {}");
        file.line(0, "");
        return simple;
    }
}
