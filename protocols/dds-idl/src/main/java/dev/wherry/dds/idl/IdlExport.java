package dev.wherry.dds.idl;

import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Structure;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Operation;
import dev.wherry.dds.types.UnsupportedTypeException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes IDL 4.2 of Java interfaces. Inherited methods are operations of the interface itself, as they are on the wire. A method that DDS
 * cannot call is a comment with the reason.
 */
public final class IdlExport {
    private final CallTypes calls;
    private final IdlWriter writer = new IdlWriter();

    private IdlExport(Class<?> type) {
        try {
            calls = CallTypes.of(type, new JavaTypes());
        } catch (UnsupportedTypeException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        for (String each : new TreeSet<>(
                calls.refusals().values().stream().map(Throwable::getMessage).toList())) {
            writer.comment("not exported: " + each);
        }
    }

    /**
     * Returns the interface with its types and exceptions.
     *
     * @throws IllegalArgumentException if the interface cannot be called over DDS, or IDL does not allow its names
     */
    public static String of(Class<?> type) {
        IdlExport export = new IdlExport(type);
        export.writeInterface();
        return export.writer.finish();
    }

    /**
     * Returns the types of the request and the reply topic, as OMG DDS-RPC 1.0 has them, for a program in another language. A constant such
     * as {@code Bank_pay_Hash} is the label of an operation in the unions.
     *
     * @throws IllegalArgumentException if the interface cannot be called over DDS, or IDL does not allow its names
     */
    public static String topics(Class<?> type) {
        IdlExport export = new IdlExport(type);
        export.writer.comment("The topics of a service that is bound as NAME:");
        for (Structure each : List.of(export.calls.requestType(), export.calls.replyType())) {
            String simple = IdlWords.simple(each.name());
            export.writer.comment("  NAME" + simple.substring(simple.lastIndexOf('_')) + " of the type " + each.name());
        }
        export.writer.define(export.calls.requestType());
        export.writer.define(export.calls.replyType());
        export.writeHashes();
        return export.writer.finish();
    }

    /** The labels of the unions, with the names that DDS-RPC gives them. */
    private void writeHashes() {
        Set<String> failures = new LinkedHashSet<>();
        for (Operation each : calls.operations()) {
            hash(name() + "_" + each.name() + "_Hash", each.hash());
            for (Operation.Failure failure : each.exceptions()) {
                String type = failure.members().dataType().name();
                if (failures.add(type)) {
                    hash(type + "_Ex_Hash", failure.hash());
                }
            }
        }
    }

    private void hash(String name, int hash) {
        writer.definition(name, List.of("const long " + IdlWords.name(IdlWords.simple(name)) + " = " + hash + ";"));
    }

    private String name() {
        String request = calls.requestType().name();
        return request.substring(0, request.length() - "_Request".length());
    }

    private void writeInterface() {
        writer.within(name());
        for (Operation each : calls.operations()) {
            each.in()
                    .members()
                    .forEach(member -> writer.defineTypedefs(member.type().dataType()));
            each.out()
                    .members()
                    .forEach(member -> writer.defineTypedefs(member.type().dataType()));
            for (Operation.Failure failure : each.exceptions()) {
                Structure type = failure.members().dataType();
                type.members().forEach(member -> writer.define(member.type()));
                writer.exception(type);
            }
        }
        List<String> lines = new ArrayList<>();
        calls.operations().stream()
                .map(each -> each.in().dataType().extensibility())
                .filter(each -> each != Extensibility.APPENDABLE)
                .findFirst()
                .ifPresent(each -> lines.add(IdlWriter.annotation(each).strip()));
        lines.add("interface " + IdlWords.name(IdlWords.simple(name())) + " {");
        writer.nested().forEach(each -> lines.add("    " + each));
        calls.operations().forEach(each -> lines.add("    " + operation(each)));
        lines.add("};");
        // Names of the scope itself are short, since compilers know its whole name only after its end.
        Pattern scope = IdlWords.into(name());
        lines.replaceAll(each -> scope.matcher(each).replaceAll(""));
        writer.definition(name(), lines);
    }

    private String operation(Operation operation) {
        List<Structure.Member> in = operation.in().members().isEmpty()
                ? List.of()
                : operation.in().dataType().members();
        List<Structure.Member> out = new ArrayList<>(
                operation.out().members().isEmpty()
                        ? List.of()
                        : operation.out().dataType().members());
        Structure.Member result = null;
        if (!out.isEmpty() && out.getLast().name().equals(Operation.RETURN)) {
            result = out.removeLast();
        }
        List<String> parameters = parameters(operation, in, out);
        String raises = operation.exceptions().stream()
                .map(each -> IdlWords.reference(each.members().dataType().name()))
                .collect(Collectors.joining(", "));
        return (operation.oneWay() ? "oneway " : "")
                + (result == null
                        ? "void"
                        : (result.optional() ? "@optional " : "")
                                + writer.types().of(result.type()))
                + " " + IdlWords.name(operation.name())
                + parameters.stream().collect(Collectors.joining(", ", "(", ")"))
                + (raises.isEmpty() ? "" : " raises (" + raises + ")")
                + ";";
    }

    /** Returns the parameters. Those of the request stay in their order, and so do the results. */
    private List<String> parameters(Operation operation, List<Structure.Member> in, List<Structure.Member> out) {
        List<String> parameters = new ArrayList<>();
        Set<String> names = new HashSet<>();
        List<Structure.Member> rest = new ArrayList<>(out);
        boolean allowed = rest.stream().noneMatch(each -> each.name().equals(Operation.RETURN));
        for (Structure.Member each : in) {
            while (rest.stream().anyMatch(other -> same(each, other)) && !same(each, rest.getFirst())) {
                allowed &= names.add(rest.getFirst().name());
                parameters.add(parameter("out", rest.removeFirst()));
            }
            boolean both = !rest.isEmpty() && same(each, rest.getFirst());
            allowed &= names.add(each.name());
            parameters.add(parameter(both ? "inout" : "in", each));
            if (both) {
                rest.removeFirst();
            }
        }
        for (Structure.Member each : rest) {
            allowed &= names.add(each.name());
            parameters.add(parameter("out", each));
        }
        if (!allowed) {
            throw new IllegalArgumentException(operation.name() + ": the components of its result that are parameters"
                    + " too need their types and their order, and return_ comes last");
        }
        return parameters;
    }

    private boolean same(Structure.Member one, Structure.Member other) {
        return one.name().equals(other.name())
                && one.optional() == other.optional()
                && writer.types().of(one.type()).equals(writer.types().of(other.type()));
    }

    private String parameter(String direction, Structure.Member member) {
        return (member.optional() ? "@optional " : "") + direction + " "
                + writer.types().of(member.type()) + " " + IdlWords.name(member.name());
    }
}
