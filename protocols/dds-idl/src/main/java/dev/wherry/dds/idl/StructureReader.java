package dev.wherry.dds.idl;

import dev.wherry.dds.idl.grammar.IdlParser.AnnotationContext;
import dev.wherry.dds.idl.grammar.IdlParser.DeclaratorContext;
import dev.wherry.dds.idl.grammar.IdlParser.ExceptionContext;
import dev.wherry.dds.idl.grammar.IdlParser.MemberContext;
import dev.wherry.dds.idl.grammar.IdlParser.StructContext;
import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Structure;
import dev.wherry.dds.types.RpcTypes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/** Reads structures and exceptions. The members of a base come first, as Cyclone DDS has them. For one thread. */
final class StructureReader {
    private static final Set<String> OF_MEMBERS = Set.of("key", "id", "hashid", "optional");
    private static final int LARGEST_ID = 0x0fff_ffff;

    /** A constructor in Java has at most 255, of which long and double take two. */
    private static final int MOST_SLOTS = 250;

    private final DefinitionReader reader;
    private final TypeReader types;
    private final Map<String, List<String>> keys;

    StructureReader(DefinitionReader reader, TypeReader types, Map<String, List<String>> keys) {
        this.reader = reader;
        this.types = types;
        this.keys = keys;
    }

    void read(StructContext struct, List<AnnotationContext> annotations, Scope scope) {
        Annotations said = reader.annotations(annotations, DefinitionReader.OF_TYPES, scope);
        if (!reader.announce(struct.identifier(), "struct", scope) || struct.body == null) {
            return;
        }
        String name = reader.qualified(struct.identifier(), scope);
        List<Structure.Member> first = List.of();
        boolean whole = true;
        if (struct.scopedName() != null) {
            Symbol base = scope.find(struct.scopedName(), reader.problems());
            if (base instanceof Symbol.Type(Structure structure)) {
                first = structure.members();
            } else {
                whole = false;
                if (base != null && !(base instanceof Symbol.Broken)) {
                    reader.problems()
                            .error(
                                    struct.scopedName(),
                                    "'" + struct.scopedName().getText() + "' is not a structure");
                }
            }
        }
        Set<String> listed = new HashSet<>(keys.getOrDefault(name, List.of()));
        listed.addAll(keys.getOrDefault(Scope.spelling(struct.identifier()), List.of()));
        Members members = new Members(first, said.word("autoid").equals("HASH"), listed, scope);
        struct.member().forEach(members::add);
        boolean complete = members.complete && whole;
        reader.define(
                complete ? structure(struct, name, reader.extensibility(said), members.members) : null,
                struct.identifier(),
                scope);
    }

    void read(ExceptionContext exception, List<AnnotationContext> annotations, Scope scope) {
        Annotations said = reader.annotations(annotations, DefinitionReader.OF_TYPES, scope);
        if (!reader.announce(exception.identifier(), "exception", scope)) {
            return;
        }
        Members members = new Members(List.of(), said.word("autoid").equals("HASH"), Set.of(), scope);
        exception.member().forEach(members::add);
        Structure type = members.complete
                ? structure(
                        exception,
                        reader.qualified(exception.identifier(), scope),
                        reader.extensibility(said),
                        members.members)
                : null;
        Symbol symbol = type == null ? new Symbol.Broken() : new Symbol.Failure(type);
        scope.declare(exception.identifier(), symbol, reader.problems());
        if (type != null) {
            reader.define(new Definition.Failure(type), exception);
        }
    }

    private @Nullable Structure structure(
            ParserRuleContext at, String name, Extensibility extensibility, List<Structure.Member> members) {
        int slots = 0;
        for (Structure.Member each : members) {
            slots += each.type() == Primitive.INT64
                            || each.type() == Primitive.UINT64
                            || each.type() == Primitive.FLOAT64
                    ? 2
                    : 1;
        }
        if (slots > MOST_SLOTS) {
            reader.problems().error(at, "a record in Java cannot have so many members. Put some into a structure");
            return null;
        }
        List<Structure.Member> all = new ArrayList<>(members);
        if (all.isEmpty()) {
            all.add(new Structure.Member(RpcTypes.DUMMY, 0, Primitive.BYTE, false, false));
        }
        Structure structure = new Structure(name, extensibility, null, List.copyOf(all));
        return types.deeper(
                structure, at, all.stream().map(Structure.Member::type).toList());
    }

    /** Collects members, to which it gives their ids. */
    private final class Members {
        private final List<Structure.Member> members;
        private final Set<String> names = new HashSet<>();
        private final Set<Integer> ids = new HashSet<>();
        private final boolean hashed;
        private final Set<String> listed;
        private final Scope scope;
        private boolean complete = true;

        Members(List<Structure.Member> first, boolean hashed, Set<String> listed, Scope scope) {
            members = new ArrayList<>(first);
            for (Structure.Member each : first) {
                names.add(each.name().toLowerCase(Locale.ROOT));
                ids.add(each.id());
            }
            this.hashed = hashed;
            this.listed = listed;
            this.scope = scope;
        }

        void add(MemberContext member) {
            Annotations said = reader.annotations(member.annotation(), OF_MEMBERS, scope);
            DataType type = types.type(member.type(), scope);
            boolean optional = said.has("optional");
            Integer given = said.number("id", 0, LARGEST_ID);
            for (DeclaratorContext each : member.declarator()) {
                DataType declared = types.declared(each, type, scope);
                if (declared == null) {
                    complete = false;
                    continue;
                }
                String name = Scope.spelling(each.identifier());
                boolean key = said.has("key") || listed.contains(name);
                if (key && optional) {
                    reader.problems().error(each, "a key cannot be optional");
                }
                int id = id(said, given, name);
                if (!names.add(name.toLowerCase(Locale.ROOT))) {
                    reader.problems().error(each, "there is another member '" + name + "'");
                }
                if (!ids.add(id)) {
                    reader.problems().error(each, "there is another member with the id " + id);
                }
                members.add(new Structure.Member(name, id, declared, key, optional));
            }
        }

        private int id(Annotations said, @Nullable Integer given, String name) {
            if (given != null) {
                return given;
            }
            String text = said.text("hashid");
            if (hashed || said.isPresent("hashid")) {
                return RpcTypes.hash(text == null || text.isEmpty() ? name : text) & LARGEST_ID;
            }
            return members.isEmpty() ? 0 : members.getLast().id() + 1;
        }
    }
}
