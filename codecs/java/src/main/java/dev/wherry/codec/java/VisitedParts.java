package dev.wherry.codec.java;

import dev.wherry.codec.ClassNames;
import dev.wherry.codec.HashedFields;
import dev.wherry.codec.KeyCosts;
import dev.wherry.codec.Visit;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of an object that hashing or comparing it visits.
 *
 * @param fields for each of the classes that describe the object, from the topmost down, and each of its fields in the stream, what is
 *     done with the object in it
 * @param written the same for what these classes write by their own methods
 * @param isEmpty whether it visits none of them
 */
record VisitedParts(List<List<List<Visit.How>>> fields, List<Visit.How> written, boolean isEmpty) {
    static final List<Visit.How> NOT = List.of();
    static final List<Visit.How> HASHED = List.of(Visit.How.HASHED);

    static VisitedParts of(StreamClass type) {
        Class<?> here = type.type();
        boolean all = !type.hashesByIdentity() && (ClassNames.isOfJdk(here) || type.mayResolve());
        List<Visit> hashed = all ? List.of() : HashedFields.visits(here, Visit.How.HASHED);
        boolean written = all
                || hashed.stream()
                        .anyMatch(visit -> !KeyCosts.isOrdered(visit.field().getType()));
        List<List<List<Visit.How>>> fields = new ArrayList<>();
        boolean any = written;
        for (StreamClass part : type.parts()) {
            List<List<Visit.How>> visited = new ArrayList<>();
            for (String name : part.objectFields()) {
                // A class that reads itself may put what stands in one field into another.
                List<Visit.How> how = all || (written && part.readsItself()) ? HASHED : how(part, name, hashed);
                visited.add(how);
                any |= !how.isEmpty();
            }
            fields.add(visited);
        }
        return new VisitedParts(fields, written ? HASHED : NOT, !any);
    }

    /** Returns the operation on the object in a field, if the fields are visited. */
    static List<Visit.How> how(StreamClass part, String name, List<Visit> visits) {
        List<Visit.How> how = visits.stream()
                .filter(visit -> visit.field().getDeclaringClass() == part.type()
                        && visit.field().getName().equals(name))
                .map(Visit::how)
                .toList();
        return how.contains(Visit.How.HASHED) ? HASHED : how;
    }
}
