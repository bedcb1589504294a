package dev.wherry.dds.idl;

import dev.wherry.dds.idl.grammar.IdlParser.AnnotationContext;
import dev.wherry.dds.idl.grammar.IdlParser.ConstantContext;
import dev.wherry.dds.idl.grammar.IdlParser.DeclaratorContext;
import dev.wherry.dds.idl.grammar.IdlParser.DefinitionContext;
import dev.wherry.dds.idl.grammar.IdlParser.IdentifierContext;
import dev.wherry.dds.idl.grammar.IdlParser.PartContext;
import dev.wherry.dds.idl.grammar.IdlParser.SpecificationContext;
import dev.wherry.dds.idl.grammar.IdlParser.TypedefContext;
import dev.wherry.dds.idl.grammar.IdlParser.UnsupportedContext;
import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.DataType.Extensibility;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/** Reads the definitions of a file, in their order. Names are declared before they are used. For one thread. */
final class DefinitionReader {
    static final Set<String> OF_TYPES =
            Set.of("final", "appendable", "mutable", "extensibility", "autoid", "bit_bound");

    /** As many as an interface in Java can reach. */
    private static final int MOST = 2_000;

    private static final int LONGEST_NAME = 200;

    private final List<Definition> definitions = new ArrayList<>();
    private final Problems problems;
    private final Expressions expressions;
    private final TypeReader types;
    private final ConstantReader constants;
    private final StructureReader structures;
    private final UnionReader unions;
    private final InterfaceReader interfaces;
    private final Extensibility byDefault;
    private int count;

    /**
     * @param keys the members that a pragma makes keys, by structure
     * @param byDefault how values of types may change that do not say it
     */
    DefinitionReader(Problems problems, Map<String, List<String>> keys, Extensibility byDefault) {
        this.problems = problems;
        this.byDefault = byDefault;
        expressions = new Expressions(problems);
        types = new TypeReader(expressions, problems);
        constants = new ConstantReader(expressions, types, problems);
        structures = new StructureReader(this, types, keys);
        unions = new UnionReader(this, types, constants);
        interfaces = new InterfaceReader(this, types);
    }

    /** Returns what a file defines. Types come before those that use them. */
    List<Definition> read(SpecificationContext file) {
        Scope scope = new Scope("", null);
        file.definition().forEach(each -> read(each, scope));
        return List.copyOf(definitions);
    }

    private void read(DefinitionContext definition, Scope scope) {
        List<AnnotationContext> annotations = definition.annotation();
        if (definition.module() != null) {
            annotations(annotations, Set.of(), scope);
            IdentifierContext name = definition.module().identifier();
            Scope inner;
            if (scope.declared(Scope.spelling(name)) instanceof Symbol.Module before) {
                inner = before.scope();
            } else {
                inner = new Scope(qualified(name, scope), scope);
                scope.declare(name, new Symbol.Module(inner), problems);
            }
            definition.module().definition().forEach(each -> read(each, inner));
        } else if (definition.interface_() != null) {
            interfaces.read(definition.interface_(), annotations, scope);
        } else if (definition.constant() != null) {
            read(definition.constant(), annotations, scope);
        } else if (definition.struct() != null) {
            structures.read(definition.struct(), annotations, scope);
        } else if (definition.union() != null) {
            unions.read(definition.union(), annotations, scope);
        } else if (definition.enumeration() != null) {
            unions.read(definition.enumeration(), annotations, scope);
        } else if (definition.exception() != null) {
            structures.read(definition.exception(), annotations, scope);
        } else if (definition.typedef() != null) {
            read(definition.typedef(), annotations, scope);
        } else if (definition.unsupported() != null) {
            refuse(definition.unsupported());
        }
    }

    /** Reads a definition within an interface. */
    void read(PartContext part, Scope scope) {
        List<AnnotationContext> annotations = part.annotation();
        if (part.constant() != null) {
            read(part.constant(), annotations, scope);
        } else if (part.struct() != null) {
            structures.read(part.struct(), annotations, scope);
        } else if (part.union() != null) {
            unions.read(part.union(), annotations, scope);
        } else if (part.enumeration() != null) {
            unions.read(part.enumeration(), annotations, scope);
        } else if (part.exception() != null) {
            structures.read(part.exception(), annotations, scope);
        } else if (part.typedef() != null) {
            read(part.typedef(), annotations, scope);
        } else if (part.unsupported() != null) {
            refuse(part.unsupported());
        }
    }

    private void refuse(UnsupportedContext unsupported) {
        problems.error(unsupported, unsupported.kind.getText() + " is not supported, since DDS-RPC does not have it");
    }

    private void read(TypedefContext typedef, List<AnnotationContext> annotations, Scope scope) {
        annotations(annotations, Set.of(), scope);
        DataType type = types.type(typedef.type(), scope);
        for (DeclaratorContext each : typedef.declarator()) {
            DataType declared = types.declared(each, type, scope);
            count(each);
            scope.declare(
                    each.identifier(), declared == null ? new Symbol.Broken() : new Symbol.Type(declared), problems);
        }
    }

    private void read(ConstantContext constant, List<AnnotationContext> annotations, Scope scope) {
        annotations(annotations, Set.of(), scope);
        String name = qualified(constant.identifier(), scope);
        Definition.Constant read = constants.read(constant, name, scope);
        Symbol symbol = read == null ? new Symbol.Broken() : new Symbol.Constant(read.value());
        if (scope.declare(constant.identifier(), symbol, problems) && read != null) {
            define(read, constant);
        }
    }

    Problems problems() {
        return problems;
    }

    Expressions expressions() {
        return expressions;
    }

    Annotations annotations(List<AnnotationContext> annotations, Set<String> meant, Scope scope) {
        return new Annotations(annotations, meant, scope, expressions, problems);
    }

    /** Returns how values of a type may change. */
    Extensibility extensibility(Annotations annotations) {
        return annotations.extensibility(byDefault);
    }

    /** Returns the name with its modules, which is limited. */
    String qualified(IdentifierContext identifier, Scope scope) {
        String name = scope.qualified(Scope.spelling(identifier));
        if (name.length() > LONGEST_NAME) {
            problems.error(identifier, "the name with its modules is longer than " + LONGEST_NAME + " characters");
        }
        return name;
    }

    /** Announces a type before its parts are read. Returns false if the name is taken, which is reported. */
    boolean announce(IdentifierContext name, String kind, Scope scope) {
        return scope.declare(name, new Symbol.Announced(kind), problems);
    }

    /** Adds a type whose parts are read; null if there was a mistake. */
    void define(DataType.@Nullable Named type, IdentifierContext name, Scope scope) {
        scope.declare(name, type == null ? new Symbol.Broken() : new Symbol.Type(type), problems);
        if (type != null) {
            define(new Definition.Type(type), name);
        }
    }

    /** Adds a definition. */
    void define(Definition definition, ParserRuleContext at) {
        definitions.add(definition);
        count(at);
    }

    /** Counts a definition, of which there is a limit. */
    void count(ParserRuleContext at) {
        if (++count > MOST) {
            problems.last(at, "there are more than " + MOST + " definitions and operations");
        }
    }
}
