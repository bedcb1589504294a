package dev.wherry.codec.compact;

import dev.wherry.codec.ClassNames;
import dev.wherry.codec.ParsedClass;
import dev.wherry.codec.SerialForm;
import dev.wherry.reflect.GenericTypes;
import dev.wherry.spi.CodecException;
import java.io.Externalizable;
import java.io.Serializable;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.LocalVariableInfo;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the constructor that sets the final fields of a class. Each of its parameters has the name and type of a field,
 * and each final field is among them. The compiler stores the names of parameters for {@code -parameters}, or else in
 * the debug information ({@code -g}, the default of Maven, Gradle and Kotlin).
 */
final class FinalFields {
    private FinalFields() {}

    /**
     * Refuses a class of the program whose final fields nothing can set, before a call needs it. Its declared fields
     * are checked too.
     */
    static void check(Slot slot) {
        CodecContext codecs = slot.codecs;
        Class<?> raw = slot.raw;
        boolean passedOver = raw.isPrimitive() || raw.isEnum() || codecs.types.isReference(raw);
        if (passedOver || !codecs.checked.add(slot)) {
            return;
        }
        List<Slot> contents = slot.contents();
        if (contents != null) {
            for (Slot content : contents) {
                check(content);
            }
        } else if (!ClassNames.isOfJdk(raw) && codecs.types.allows(raw) && isCodedByFields(raw)) {
            if (raw.isSealed()) {
                Arrays.stream(raw.getPermittedSubclasses()).forEach(each -> check(codecs.slot(each)));
            }
            List<Field> fields = ClassLayout.fields(raw, Object.class);
            if (isMade(raw, codecs) && hasFinal(fields) && !areSetByJdk(raw) && find(raw, fields) == null) {
                throw refusal(raw);
            }
            GenericTypes seen = GenericTypes.of(slot.type);
            for (Field field : fields) {
                check(codecs.slot(seen.resolve(field.getGenericType())));
            }
        }
    }

    private static boolean isCodedByFields(Class<?> type) {
        return !Throwable.class.isAssignableFrom(type)
                && !Externalizable.class.isAssignableFrom(type)
                && !SerialForm.has(type);
    }

    /** Returns whether objects of exactly this class are made here, by codecs that set its fields. */
    private static boolean isMade(Class<?> type, CodecContext codecs) {
        return !type.isRecord()
                && !Modifier.isAbstract(type.getModifiers())
                && codecs.types.references(type).isEmpty();
    }

    private static boolean hasFinal(List<Field> fields) {
        for (Field field : fields) {
            if (Modifier.isFinal(field.getModifiers())) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the JDK sets all final fields of a class, as in JDK serialization. */
    static boolean areSetByJdk(Class<?> type) {
        for (Class<?> part = type; part != Object.class; part = part.getSuperclass()) {
            boolean set = Serializable.class.isAssignableFrom(part)
                    && SerialFields.of(part).isSettable();
            if (!set && hasFinal(ClassLayout.fields(part, part.getSuperclass()))) {
                return false;
            }
        }
        return true;
    }

    static CodecException refusal(Class<?> type) {
        Field field = ClassLayout.fields(type, Object.class).stream()
                .filter(each -> Modifier.isFinal(each.getModifiers()))
                .findFirst()
                .orElseThrow();
        return CodecException.refused(
                type.getName(),
                "No constructor sets its final field '" + field.getName()
                        + "'. Give it a constructor whose parameters have the names and types of its fields, and"
                        + " compile it with -parameters or -g; or make it a record or java.io.Serializable, or the"
                        + " field not final.");
    }

    /**
     * Returns a handle that makes an object of all members in their order; null if there is no such constructor. The
     * constructor takes the final fields and perhaps others, and the rest is set after it.
     */
    static @Nullable MethodHandle constructor(Class<?> type, List<Member> members) {
        Match match = find(type, ClassLayout.fields(type, Object.class));
        if (match == null || members.size() > MemberAccess.MOST_ARGUMENTS) {
            return null;
        }
        List<Class<?>> types = new ArrayList<>();
        members.forEach(member -> types.add(member.type()));
        MethodHandle maker = MemberAccess.constructor(match.constructor)
                .asType(MethodType.methodType(Object.class, match.constructor.getParameterTypes()));
        MethodHandle made = MethodHandles.permuteArguments(
                maker,
                MethodType.methodType(Object.class, types),
                match.members.stream().mapToInt(Integer::intValue).toArray());
        MethodHandle after = MethodHandles.dropArguments(MethodHandles.identity(Object.class), 1, types);
        for (int i = 0; i < members.size(); i++) {
            if (!match.members.contains(i)) {
                MethodHandle setter = members.get(i).setter();
                setter = setter.asType(setter.type().changeParameterType(0, Object.class));
                MethodHandle set =
                        MethodHandles.permuteArguments(setter, after.type().changeReturnType(void.class), 0, i + 1);
                after = MethodHandles.foldArguments(after, set);
            }
        }
        return MethodHandles.foldArguments(after, made);
    }

    /** @param members the index of the field that each parameter of the constructor sets */
    private record Match(Constructor<?> constructor, List<Integer> members) {}

    /** Returns the constructor that takes most of the fields. */
    private static @Nullable Match find(Class<?> type, List<Field> fields) {
        Match best = null;
        Optional<ClassModel> parsed = Optional.empty();
        for (Constructor<?> each : type.getDeclaredConstructors()) {
            int count = each.getParameterCount();
            if (each.isSynthetic() || count == 0 || count > fields.size()) {
                continue;
            }
            boolean named = Arrays.stream(each.getParameters()).allMatch(Parameter::isNamePresent);
            if (!named && parsed.isEmpty()) {
                parsed = ParsedClass.of(type);
            }
            List<String> names = named
                    ? Arrays.stream(each.getParameters())
                            .map(Parameter::getName)
                            .toList()
                    : parsed.map(model -> namesInDebugInformation(model, each)).orElse(List.of());
            List<Integer> members = members(each, names, fields);
            if (members != null && (best == null || members.size() > best.members.size())) {
                best = new Match(each, members);
            }
        }
        return best;
    }

    private static @Nullable List<Integer> members(Constructor<?> constructor, List<String> names, List<Field> fields) {
        List<String> members = ClassLayout.names(fields);
        Class<?>[] types = constructor.getParameterTypes();
        if (names.size() != types.length) {
            return null;
        }
        List<Integer> indexes = names.stream().map(members::indexOf).toList();
        for (int i = 0; i < types.length; i++) {
            int index = indexes.get(i);
            if (index < 0 || fields.get(index).getType() != types[i]) {
                return null;
            }
        }
        for (int i = 0; i < fields.size(); i++) {
            if (Modifier.isFinal(fields.get(i).getModifiers()) && !indexes.contains(i)) {
                return null;
            }
        }
        return indexes;
    }

    /**
     * Returns the names of a constructor's parameters in the debug information. Some are missing if that is incomplete.
     */
    private static List<String> namesInDebugInformation(ClassModel model, Constructor<?> constructor) {
        MethodType type = MethodType.methodType(void.class, constructor.getParameterTypes());
        List<LocalVariableInfo> variables = ParsedClass.method(model, "<init>", type.descriptorString())
                .flatMap(method -> method.findAttribute(Attributes.code()))
                .flatMap((CodeAttribute code) -> code.findAttribute(Attributes.localVariableTable()))
                .map(table -> table.localVariables())
                .orElse(List.of());
        List<String> names = new ArrayList<>();
        int variable = 1;
        for (ClassDesc parameter : type.describeConstable().orElseThrow().parameterList()) {
            for (LocalVariableInfo each : variables) {
                if (each.slot() == variable && each.startPc() == 0) {
                    names.add(each.name().stringValue());
                }
            }
            variable += TypeKind.from(parameter).slotSize();
        }
        return names;
    }
}
