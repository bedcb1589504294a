package dev.wherry.dds.idl;

import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Structure;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Operation;
import dev.wherry.dds.types.UnsupportedTypeException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
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
        calls.operations().forEach(each -> lines.add("    " + operation(each)));
        lines.add("};");
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
        List<String> parameters = new ArrayList<>();
        List<Structure.Member> rest = new ArrayList<>(out);
        for (Structure.Member each : in) {
            boolean both = rest.removeIf(other ->
                    other.name().equals(each.name()) && other.optional() == each.optional() && same(each, other));
            parameters.add(parameter(both ? "inout" : "in", each));
        }
        List<String> order = out.stream().map(Structure.Member::name).toList();
        List<String> declared = in.stream()
                .map(Structure.Member::name)
                .filter(name -> rest.stream().noneMatch(each -> each.name().equals(name)) && order.contains(name))
                .collect(Collectors.toCollection(ArrayList::new));
        rest.forEach(each -> declared.add(each.name()));
        if (!declared.equals(order) || order.contains(Operation.RETURN)) {
            throw new IllegalArgumentException(operation.name() + ": the components of its result need the order "
                    + declared + ", and return_ comes last");
        }
        rest.forEach(each -> parameters.add(parameter("out", each)));
        String raises = operation.exceptions().stream()
                .map(each -> IdlWords.reference(each.members().dataType().name()))
                .sorted()
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

    private boolean same(Structure.Member one, Structure.Member other) {
        return Objects.equals(writer.types().of(one.type()), writer.types().of(other.type()));
    }

    private String parameter(String direction, Structure.Member member) {
        return (member.optional() ? "@optional " : "") + direction + " "
                + writer.types().of(member.type()) + " " + IdlWords.name(member.name());
    }
}
