package dev.wherry.dds.idl;

import dev.wherry.dds.idl.grammar.IdlParser.AnnotationContext;
import dev.wherry.dds.idl.grammar.IdlParser.EnumerationContext;
import dev.wherry.dds.idl.grammar.IdlParser.EnumeratorContext;
import dev.wherry.dds.idl.grammar.IdlParser.LabelContext;
import dev.wherry.dds.idl.grammar.IdlParser.UnionCaseContext;
import dev.wherry.dds.idl.grammar.IdlParser.UnionContext;
import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.DataType.Enumeration;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Union;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/** Reads unions and enumerations. For one thread. */
final class UnionReader {
    private static final Set<Primitive> DISCRIMINATORS = Set.of(
            Primitive.BOOLEAN,
            Primitive.CHAR8,
            Primitive.BYTE,
            Primitive.UINT8,
            Primitive.INT16,
            Primitive.UINT16,
            Primitive.INT32,
            Primitive.UINT32,
            Primitive.INT64,
            Primitive.UINT64);
    private static final int MOST_CASES = 1_000;
    private static final int LARGEST_ID = 0x0fff_ffff;

    private final DefinitionReader reader;
    private final TypeReader types;
    private final ConstantReader constants;

    UnionReader(DefinitionReader reader, TypeReader types, ConstantReader constants) {
        this.reader = reader;
        this.types = types;
        this.constants = constants;
    }

    void read(UnionContext union, List<AnnotationContext> annotations, Scope scope) {
        Annotations said = reader.annotations(annotations, DefinitionReader.OF_TYPES, scope);
        if (!reader.announce(union.identifier(), "union", scope) || union.body == null) {
            return;
        }
        reader.annotations(union.annotation(), Set.of(), scope);
        DataType discriminator = discriminator(union, scope);
        Cases cases = new Cases(discriminator, scope);
        union.unionCase().forEach(cases::add);
        if (union.unionCase().isEmpty()) {
            error(union, "a union needs a case");
        }
        cases.checkDefault(union);
        String name = reader.qualified(union.identifier(), scope);
        Union type = discriminator == null || !cases.complete
                ? null
                : types.deeper(
                        new Union(name, notMutable(said, union), discriminator, List.copyOf(cases.cases)),
                        union,
                        cases.cases.stream().map(Union.Case::type).toList());
        reader.define(type, union.identifier(), scope);
    }

    private @Nullable DataType discriminator(UnionContext union, Scope scope) {
        DataType type = types.type(union.type(), scope);
        if (type == null
                || type instanceof Enumeration
                || (type instanceof Primitive && DISCRIMINATORS.contains(type))) {
            return type;
        }
        error(union.type(), IdlTypes.name(type) + " is not supported as a discriminator");
        return null;
    }

    private Extensibility notMutable(Annotations said, ParserRuleContext at) {
        Extensibility extensibility = reader.extensibility(said);
        if (extensibility == Extensibility.MUTABLE) {
            error(at, "only a structure can be mutable, since Cyclone DDS does not support other types");
        }
        return extensibility;
    }

    private void error(ParserRuleContext at, String message) {
        reader.problems().error(at, message);
    }

    /** Collects the cases of a union. */
    private final class Cases {
        private final @Nullable DataType discriminator;
        private final Scope scope;
        private final List<Union.Case> cases = new ArrayList<>();
        private final Set<String> names = new HashSet<>();
        private final Set<Integer> ids = new HashSet<>();
        private final Set<Integer> used = new HashSet<>();
        private boolean hasDefault;
        private boolean complete = true;

        Cases(@Nullable DataType discriminator, Scope scope) {
            this.discriminator = discriminator;
            this.scope = scope;
        }

        void add(UnionCaseContext unionCase) {
            Annotations said = reader.annotations(unionCase.annotation(), Set.of("id"), scope);
            DataType type = types.declared(unionCase.declarator(), types.type(unionCase.type(), scope), scope);
            List<Integer> labels = new ArrayList<>();
            boolean isDefault = false;
            for (LabelContext each : unionCase.label()) {
                reader.annotations(each.annotation(), Set.of(), scope);
                if (each.expression() == null) {
                    isDefault = true;
                    continue;
                }
                Integer label = label(each);
                if (label != null && !used.add(label)) {
                    error(each, "another case has the same label");
                }
                complete &= label != null;
                labels.add(label == null ? 0 : label);
            }
            if (isDefault && hasDefault) {
                error(unionCase, "there is another default case");
            }
            hasDefault |= isDefault;
            String name = Scope.spelling(unionCase.declarator().identifier());
            if (!names.add(name.toLowerCase(Locale.ROOT)) || cases.size() >= MOST_CASES) {
                error(unionCase.declarator(), "there is another member '" + name + "', or more than " + MOST_CASES);
            }
            Integer given = said.number("id", 1, LARGEST_ID);
            int id = given != null
                    ? given
                    : cases.isEmpty() ? 1 : cases.getLast().id() + 1;
            if (!ids.add(id)) {
                error(unionCase, "there is another member with the id " + id);
            }
            if (type == null) {
                complete = false;
            } else {
                cases.add(new Union.Case(name, id, type, isDefault ? List.of() : List.copyOf(labels)));
            }
        }

        private @Nullable Integer label(LabelContext label) {
            if (discriminator == null) {
                return null;
            }
            Object value = constants.value(label.expression(), discriminator, scope);
            return switch (value) {
                case null -> null;
                case Boolean truth -> truth ? 1 : 0;
                case Character character -> (int) character;
                case Symbol.Literal literal -> literal.literal().value();
                case BigInteger number when number.bitLength() < 32 -> number.intValue();
                case BigInteger number when discriminator == Primitive.UINT32 -> number.intValue();
                default -> {
                    error(label, "a label of more than 32 bits is not supported");
                    yield null;
                }
            };
        }

        void checkDefault(UnionContext union) {
            int values = switch (discriminator) {
                case Primitive.BOOLEAN -> 2;
                case Enumeration enumeration -> enumeration.literals().size();
                case null, default -> Integer.MAX_VALUE;
            };
            if (hasDefault && used.size() >= values) {
                error(union, "the default case is never chosen");
            }
        }
    }

    void read(EnumerationContext enumeration, List<AnnotationContext> annotations, Scope scope) {
        Annotations said = reader.annotations(annotations, DefinitionReader.OF_TYPES, scope);
        if (!reader.announce(enumeration.identifier(), "enum", scope)) {
            return;
        }
        said.number("bit_bound", 32, 32);
        List<Enumeration.Literal> literals = new ArrayList<>();
        Set<Integer> numbers = new HashSet<>();
        long next = 0;
        for (EnumeratorContext each : enumeration.enumerator()) {
            Annotations of = reader.annotations(each.annotation(), Set.of("value"), scope);
            Integer given = of.number("value", Integer.MIN_VALUE, Integer.MAX_VALUE);
            long number = given == null ? next : given;
            if (number > Integer.MAX_VALUE || !numbers.add((int) number)) {
                error(each, "there is another literal with the value " + number + ", or it is too large");
            }
            literals.add(new Enumeration.Literal(Scope.spelling(each.identifier()), (int) number));
            next = number + 1;
        }
        if (literals.size() > MOST_CASES) {
            error(enumeration, "there are more than " + MOST_CASES + " literals");
        }
        Enumeration type = new Enumeration(
                reader.qualified(enumeration.identifier(), scope),
                notMutable(said, enumeration),
                List.copyOf(literals));
        for (int i = 0; i < literals.size(); i++) {
            scope.declare(
                    enumeration.enumerator(i).identifier(),
                    new Symbol.Constant(new Symbol.Literal(type, literals.get(i))),
                    reader.problems());
        }
        reader.define(type, enumeration.identifier(), scope);
    }
}
