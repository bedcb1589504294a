package dev.wherry.dds.cdr;

import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.DataType.Structure;
import dev.wherry.dds.types.JavaType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** Compiles types: one object for each, which reads and writes its values. For one thread. */
final class CdrTypes {
    private final IdentityHashMap<JavaType, CdrType> known = new IdentityHashMap<>();

    CdrType of(JavaType type) {
        CdrType before = known.get(type);
        if (before != null) {
            return before;
        }
        CdrType compiled = compile(type);
        known.put(type, compiled);
        return compiled;
    }

    StructureType structure(JavaType.Members type) {
        return (StructureType) of(type);
    }

    private CdrType compile(JavaType type) {
        return switch (type) {
            case JavaType.Plain plain -> PlainTypes.of(plain);
            case JavaType.Constants constants -> new EnumType(constants);
            case JavaType.Converted converted -> new ConvertedType(converted, of(converted.as()));
            case JavaType.Members members -> new StructureType(members, members(members));
            case JavaType.Cases cases ->
                new UnionType(cases, cases.cases().stream().map(this::of).toList());
            case JavaType.Elements elements ->
                new SequenceType.OfCollection(
                        of(elements.element()), elements.dataType().bound(), elements.maker());
            case JavaType.Entries entries ->
                new MapType(structure(entries.entry()), entries.dataType().bound(), entries.maker());
            case JavaType.ObjectArray array -> objectArray(array);
            case JavaType.PrimitiveArray array -> ArrayType.of(array);
        };
    }

    private CdrType objectArray(JavaType.ObjectArray array) {
        CdrType element = of(array.element());
        return switch (array.dataType()) {
            case DataType.Array fixed -> new FixedArrayType(element, array.component(), fixed.length());
            case DataType.Sequence sequence -> new SequenceType.OfArray(element, sequence.bound(), array.component());
            default -> throw new IllegalArgumentException(array.toString());
        };
    }

    private List<MemberCodec> members(JavaType.Members type) {
        List<MemberCodec> members = new ArrayList<>();
        for (int i = 0; i < type.members().size(); i++) {
            JavaType.Member each = type.members().get(i);
            Structure.Member described = type.dataType().members().get(i);
            members.add(new MemberCodec(
                    each.name(), each.id(), of(each.type()), each.presence(), described.key(), each.getter()));
        }
        return members;
    }
}
