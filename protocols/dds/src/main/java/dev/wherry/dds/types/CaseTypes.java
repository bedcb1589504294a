package dev.wherry.dds.types;

import dev.wherry.dds.Case;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Union;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Sealed types: unions with a case for each class, in the order of {@code permits}. New classes are added at the end. */
final class CaseTypes {
    private CaseTypes() {}

    static JavaType of(Type type, Class<?> raw, JavaTypes all) throws UnsupportedTypeException {
        Map<Class<?>, Type> permitted = new LinkedHashMap<>();
        addPermitted(type, raw, permitted);
        if (permitted.keySet().stream().anyMatch(each -> each.isAnnotationPresent(Case.class))) {
            return LabelledCases.of(type, raw, permitted, all);
        }
        List<Union.Case> cases = new ArrayList<>();
        List<JavaType> types = new ArrayList<>();
        Map<String, Class<?>> names = new LinkedHashMap<>();
        for (Map.Entry<Class<?>, Type> each : permitted.entrySet()) {
            int label = cases.size();
            String name = memberName(each.getKey());
            Class<?> before = names.putIfAbsent(name, each.getKey());
            if (before != null) {
                throw new UnsupportedTypeException(
                        each.getKey().getName() + " and " + before.getName() + " have one simple name");
            }
            JavaType part = all.part(each.getValue(), "<" + each.getKey().getSimpleName() + ">");
            cases.add(new Union.Case(IdlNames.member(name), label + 1, part.dataType(), List.of(label)));
            types.add(part);
        }
        Union union =
                new Union(all.named(type), all.notMutable(raw, "A sealed type"), Primitive.INT32, List.copyOf(cases));
        return new JavaType.Cases(union, raw, List.copyOf(permitted.keySet()), List.copyOf(types));
    }

    private static String memberName(Class<?> type) {
        String name = type.getSimpleName();
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    private static void addPermitted(Type type, Class<?> raw, Map<Class<?>, Type> cases)
            throws UnsupportedTypeException {
        if (!Modifier.isAbstract(raw.getModifiers())) {
            throw new UnsupportedTypeException(
                    raw.getName() + " is sealed and has objects of its own. Make it abstract or an interface");
        }
        for (Class<?> each : raw.getPermittedSubclasses()) {
            Type as = AppliedType.asPartOf(each, type, raw);
            if (each.isSealed() && !each.isEnum()) {
                addPermitted(as, each, cases);
            } else if (each.isEnum() || each.isRecord() || Modifier.isFinal(each.getModifiers())) {
                cases.put(each, as);
            } else {
                throw new UnsupportedTypeException(
                        each.getName() + " is open to other classes: make it final, sealed or a record");
            }
        }
    }
}
