package dev.wherry.codec.java;

import dev.wherry.codec.ClassNames;
import dev.wherry.codec.HashedFields;
import dev.wherry.codec.KeyCosts;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

/**
 * Which parts of an object hashing or comparing it visits.
 *
 * @param fields for each of the classes that describe the object, from the topmost down, and each of its fields in the stream
 * @param written whether it visits what these classes write by their own methods
 * @param isEmpty whether it visits none of them
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record VisitedParts(List<boolean[]> fields, boolean written, boolean isEmpty) {
    static VisitedParts of(StreamClass type) {
        Class<?> here = type.type();
        boolean all = !type.hashesByIdentity() && (ClassNames.isOfJdk(here) || type.mayResolve());
        List<Field> hashed = all ? List.of() : HashedFields.of(here);
        boolean written = all || hashed.stream().anyMatch(field -> !KeyCosts.isOrdered(field.getType()));
        List<boolean[]> fields = new ArrayList<>();
        boolean any = written;
        for (StreamClass part : type.parts()) {
            List<String> names = part.objectFields();
            boolean[] visited = new boolean[names.size()];
            for (int i = 0; i < visited.length; i++) {
                visited[i] = all || isHashed(part, names.get(i), hashed, written);
                any |= visited[i];
            }
            fields.add(visited);
        }
        return new VisitedParts(fields, written, !any);
    }

    /** A class that reads itself may put what stands in one field into another. */
    private static boolean isHashed(StreamClass part, String name, List<Field> hashed, boolean written) {
        return (written && part.readsItself())
                || hashed.stream()
                        .anyMatch(field -> field.getDeclaringClass() == part.type()
                                && field.getName().equals(name));
    }
}
