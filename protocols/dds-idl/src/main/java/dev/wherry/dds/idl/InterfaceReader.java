package dev.wherry.dds.idl;

import dev.wherry.dds.idl.Definition.Operation;
import dev.wherry.dds.idl.Definition.Parameter;
import dev.wherry.dds.idl.Definition.Value;
import dev.wherry.dds.idl.grammar.IdlParser.AccessorRaisesContext;
import dev.wherry.dds.idl.grammar.IdlParser.AnnotationContext;
import dev.wherry.dds.idl.grammar.IdlParser.AttributeContext;
import dev.wherry.dds.idl.grammar.IdlParser.IdentifierContext;
import dev.wherry.dds.idl.grammar.IdlParser.Interface_Context;
import dev.wherry.dds.idl.grammar.IdlParser.OperationContext;
import dev.wherry.dds.idl.grammar.IdlParser.ParameterContext;
import dev.wherry.dds.idl.grammar.IdlParser.PartContext;
import dev.wherry.dds.idl.grammar.IdlParser.ScopedNameContext;
import dev.wherry.dds.types.DataType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/** Reads interfaces. An attribute is an operation that gets it, and one that sets it. For one thread. */
final class InterfaceReader {
    private static final Set<String> OF_INTERFACES = Set.of("final", "appendable", "mutable", "extensibility");
    private static final Set<String> OPTIONAL = Set.of("optional");

    /** The interface that those of OpenSplice RMI extend. */
    private static final Set<String> OPEN_SPLICE = Set.of("::DDS_RMI::Services", "DDS_RMI::Services");

    private static final int MOST_BASES = 100;
    private static final int MOST_PARAMETERS = 100;

    private final DefinitionReader reader;
    private final TypeReader types;
    /** For each interface, the interfaces in which its operations are, by their names in lower case. */
    private final Map<Scope, Map<String, Scope>> operations = new HashMap<>();

    InterfaceReader(DefinitionReader reader, TypeReader types) {
        this.reader = reader;
        this.types = types;
    }

    void read(Interface_Context declared, List<AnnotationContext> annotations, Scope scope) {
        Annotations said = reader.annotations(annotations, OF_INTERFACES, scope);
        if (!reader.announce(declared.identifier(), "interface", scope) || declared.body == null) {
            return;
        }
        Scope inner = new Scope(reader.qualified(declared.identifier(), scope), scope);
        Map<String, Scope> known = new HashMap<>();
        List<String> bases = new ArrayList<>();
        for (ScopedNameContext each : declared.scopedName()) {
            Scope base = base(each, scope);
            if (base != null) {
                bases.add(base.name());
                inner.addBase(base);
                operations.getOrDefault(base, Map.of()).forEach((name, in) -> {
                    Scope before = known.putIfAbsent(name, in);
                    if (before != null && before != in) {
                        error(each, "two bases have an operation '" + name + "'");
                    }
                });
            }
        }
        if (inner.bases() > MOST_BASES) {
            error(declared, "an interface extends at most " + MOST_BASES + " others");
        }
        Body body = new Body(inner, known);
        declared.part().forEach(body::add);
        operations.put(inner, known);
        scope.declare(declared.identifier(), new Symbol.Interface(inner), reader.problems());
        reader.define(
                new Definition.Interface(
                        inner.name(),
                        said.extensibility(DataType.Extensibility.APPENDABLE),
                        List.copyOf(bases),
                        List.copyOf(body.operations)),
                declared);
    }

    private @Nullable Scope base(ScopedNameContext name, Scope scope) {
        if (OPEN_SPLICE.contains(name.getText()) && scope.isUnknown("DDS_RMI")) {
            return null;
        }
        Symbol found = scope.find(name, reader.problems());
        if (found instanceof Symbol.Interface known) {
            return known.scope();
        }
        if (found != null && !(found instanceof Symbol.Broken)) {
            error(name, "'" + name.getText() + "' is not an interface whose definition is complete");
        }
        return null;
    }

    private void error(ParserRuleContext at, String message) {
        reader.problems().error(at, message);
    }

    /** Collects the operations of an interface. */
    private final class Body {
        private final List<Operation> operations = new ArrayList<>();
        private final Scope scope;
        private final Map<String, Scope> known;

        Body(Scope scope, Map<String, Scope> known) {
            this.scope = scope;
            this.known = known;
        }

        void add(PartContext part) {
            if (part.operation() != null) {
                add(part.operation(), reader.annotations(part.annotation(), OPTIONAL, scope));
            } else if (part.attribute() != null) {
                add(part.attribute(), reader.annotations(part.annotation(), OPTIONAL, scope));
            } else {
                reader.read(part, scope);
            }
        }

        private void add(Operation operation, ParserRuleContext at) {
            if (known.putIfAbsent(operation.name().toLowerCase(Locale.ROOT), scope) != null) {
                error(at, "the interface or a base has an operation '" + operation.name() + "' already");
            }
            reader.count(at);
            operations.add(operation);
        }

        private void add(OperationContext operation, Annotations said) {
            boolean oneWay = operation.getStart().getText().equals("oneway");
            Value result = null;
            if (operation.type() != null) {
                DataType type = types.type(operation.type(), scope);
                if (type == null) {
                    return;
                }
                result = new Value(type, said.has("optional"));
            }
            List<Parameter> parameters = new ArrayList<>();
            Set<String> names = new HashSet<>();
            for (ParameterContext each : operation.parameter()) {
                Parameter parameter = parameter(each);
                if (parameter == null) {
                    return;
                }
                if (!names.add(parameter.name().toLowerCase(Locale.ROOT))) {
                    error(each, "there is another parameter '" + parameter.name() + "'");
                }
                if (parameter.out() && parameter.name().equals(dev.wherry.dds.types.Operation.RETURN)) {
                    error(each, "return_ is the name of the result in DDS-RPC. Give the parameter another one");
                }
                parameters.add(parameter);
            }
            if (parameters.size() > MOST_PARAMETERS) {
                error(operation, "an operation has at most " + MOST_PARAMETERS + " parameters");
            }
            List<String> raises = operation.raises() == null
                    ? List.of()
                    : raises(operation.raises().scopedName());
            boolean answers = result != null
                    || operation.raises() != null
                    || parameters.stream().anyMatch(Parameter::out);
            if (oneWay && answers) {
                error(operation, "a oneway operation has neither a result, nor out parameters, nor exceptions");
            }
            add(
                    new Operation(
                            Scope.spelling(operation.identifier()), oneWay, result, List.copyOf(parameters), raises),
                    operation);
        }

        private @Nullable Parameter parameter(ParameterContext parameter) {
            Annotations said = reader.annotations(parameter.annotation(), OPTIONAL, scope);
            DataType type = types.type(parameter.type(), scope);
            String direction = parameter.direction.getText();
            return type == null
                    ? null
                    : new Parameter(
                            Scope.spelling(parameter.identifier()),
                            !direction.equals("out"),
                            !direction.equals("in"),
                            new Value(type, said.has("optional")));
        }

        private void add(AttributeContext attribute, Annotations said) {
            DataType type = types.type(attribute.type(), scope);
            if (type == null) {
                return;
            }
            Value value = new Value(type, said.has("optional"));
            List<String> both = attribute.raises() == null
                    ? List.of()
                    : raises(attribute.raises().scopedName());
            for (IdentifierContext each : attribute.identifier()) {
                String name = Scope.spelling(each);
                String capital = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
                List<String> raises = both.isEmpty() ? raises(attribute, "getraises") : both;
                add(new Operation("get" + capital, false, value, List.of(), raises), each);
                if (!attribute.getStart().getText().equals("readonly")) {
                    List<String> refuses = both.isEmpty() ? raises(attribute, "setraises") : both;
                    Parameter given = new Parameter(name, true, false, value);
                    add(new Operation("set" + capital, false, null, List.of(given), refuses), each);
                }
            }
        }

        private List<String> raises(AttributeContext attribute, String accessor) {
            for (AccessorRaisesContext each : attribute.accessorRaises()) {
                if (each.getStart().getText().equals(accessor)) {
                    return raises(each.scopedName());
                }
            }
            return List.of();
        }

        private List<String> raises(List<ScopedNameContext> names) {
            List<String> raises = new ArrayList<>();
            for (ScopedNameContext each : names) {
                Symbol found = scope.find(each, reader.problems());
                if (found instanceof Symbol.Failure failure) {
                    raises.add(failure.type().name());
                } else if (found != null && !(found instanceof Symbol.Broken)) {
                    error(each, "'" + each.getText() + "' is not an exception");
                }
            }
            return raises.stream().distinct().toList();
        }
    }
}
