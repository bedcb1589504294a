package dev.wherry.dds.types;

import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.JavaType.Member;
import dev.wherry.dds.types.JavaType.Members;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;

/** Structures that no class describes. Their values in Java are an {@code Object[]} with an element for each member. */
final class ArrayMembers {
    private static final MethodHandle ELEMENT = MethodHandles.arrayElementGetter(Object[].class)
            .asType(MethodType.methodType(Object.class, Object.class, int.class));

    private ArrayMembers() {}

    /** A member. */
    record Part(String name, JavaType type, Presence presence) {}

    /** Returns a structure whose members have ids in their order. */
    static Members of(String name, Extensibility extensibility, List<Part> parts) {
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            MethodHandle getter = MethodHandles.insertArguments(ELEMENT, 1, i);
            members.add(new Member(part.name(), i, part.type(), part.presence(), getter));
        }
        List<DataType.Structure.Member> described = members.stream()
                .map(each -> new DataType.Structure.Member(
                        each.name(),
                        each.id(),
                        each.type().dataType(),
                        false,
                        each.presence().isOptional()))
                .toList();
        return new Members(
                RpcTypes.structure(name, extensibility, described),
                Object[].class,
                List.copyOf(members),
                values -> values);
    }
}
