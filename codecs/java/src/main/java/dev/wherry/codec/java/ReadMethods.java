package dev.wherry.codec.java;

import dev.wherry.codec.ParsedClass;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.DirectMethodHandleDesc;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds in the byte code of a class how it reads its objects. It follows calls that pass the object stream on, to superclasses,
 * helpers and lambdas. Classes are loaded for that, but not initialized.
 */
final class ReadMethods {
    private static final String STREAM = "java/io/ObjectInputStream";
    private static final String STREAM_PARAMETER = "L" + STREAM + ";";
    private static final String READ_OBJECT = "(" + STREAM_PARAMETER + ")V";
    private static final int MOST_METHODS = 200;

    private final Map<Class<?>, Optional<ClassModel>> parsed = new HashMap<>();
    private final Set<Call> followed = new HashSet<>();
    private final Deque<Call> pending = new ArrayDeque<>();

    private ReadMethods() {}

    /**
     * A method that is called.
     *
     * @param from the class whose code calls it
     */
    private record Call(Class<?> from, String owner, String name, String descriptor) {
        boolean readsFields() {
            return owner.equals(STREAM) && (name.equals("defaultReadObject") || name.equals("readFields"));
        }

        boolean passesStream() {
            return !owner.equals(STREAM) && descriptor.contains(STREAM_PARAMETER);
        }
    }

    /**
     * Returns whether a class with a readObject method reads its fields there. Many old classes write everything by hand and
     * leave the fields out of the stream, and the stream does not show that.
     *
     * @return true also if it cannot be known, as when the stream is passed to a method of an interface: few classes do that
     *     and leave the fields out
     */
    static boolean readFields(Class<?> type) {
        ReadMethods methods = new ReadMethods();
        return methods.reachesFieldReader(type) || methods.containsFieldReader(type);
    }

    private boolean reachesFieldReader(Class<?> type) {
        pending.add(new Call(type, type.getName().replace('.', '/'), "readObject", READ_OBJECT));
        while (!pending.isEmpty()) {
            Call call = pending.remove();
            if (call.readsFields()) {
                return true;
            }
            if (call.passesStream() && followed.add(call) && (followed.size() > MOST_METHODS || !follow(call))) {
                return true;
            }
        }
        return false;
    }

    /** In any of its methods: a lambda may be called through a variable, which is not followed. */
    private boolean containsFieldReader(Class<?> type) {
        return model(type).stream()
                .flatMap(model -> model.methods().stream())
                .flatMap(method -> method.code().stream())
                .flatMap(code -> calls(type, code).stream())
                .anyMatch(Call::readsFields);
    }

    /** @return whether the code is known that the call runs */
    private boolean follow(Call call) {
        Set<Class<?>> owners = new LinkedHashSet<>();
        addWithParents(load(call), owners);
        for (Class<?> owner : owners) {
            CodeModel code = code(owner, call);
            if (code != null) {
                pending.addAll(calls(owner, code));
                return true;
            }
        }
        return false;
    }

    /** A class before those that it inherits from, and these before its interfaces. */
    private static void addWithParents(@Nullable Class<?> type, Set<Class<?>> all) {
        if (type != null && all.add(type)) {
            addWithParents(type.getSuperclass(), all);
            for (Class<?> parent : type.getInterfaces()) {
                addWithParents(parent, all);
            }
        }
    }

    private static @Nullable Class<?> load(Call call) {
        try {
            return Class.forName(call.owner.replace('/', '.'), false, call.from.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return null; // an optional part that is not installed
        }
    }

    private @Nullable CodeModel code(Class<?> owner, Call call) {
        return model(owner)
                .flatMap(model -> ParsedClass.method(model, call.name, call.descriptor))
                .flatMap(MethodModel::code)
                .orElse(null);
    }

    private Optional<ClassModel> model(Class<?> type) {
        return parsed.computeIfAbsent(type, ParsedClass::of);
    }

    /** Those of lambdas and method references included. */
    private static List<Call> calls(Class<?> from, CodeModel code) {
        List<Call> calls = new ArrayList<>();
        for (CodeElement element : code) {
            if (element instanceof InvokeInstruction invoke) {
                calls.add(new Call(
                        from,
                        invoke.owner().asInternalName(),
                        invoke.name().stringValue(),
                        invoke.type().stringValue()));
            } else if (element instanceof InvokeDynamicInstruction dynamic) {
                dynamic.bootstrapArgs().stream()
                        .filter(DirectMethodHandleDesc.class::isInstance)
                        .map(handle -> call(from, (DirectMethodHandleDesc) handle))
                        .forEach(calls::add);
            }
        }
        return calls;
    }

    private static Call call(Class<?> from, DirectMethodHandleDesc handle) {
        String owner = handle.owner().descriptorString();
        return new Call(from, owner.substring(1, owner.length() - 1), handle.methodName(), handle.lookupDescriptor());
    }
}
