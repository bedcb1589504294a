package dev.wherry.internal.types;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the classes whose objects are written instead of those of a class with a method {@code writeReplace}. They are seldom
 * public, so a program could not register them. The classes of the same package that {@code writeReplace} creates are accepted
 * with the class itself.
 */
final class StandIns {
    /** The most methods of the package that are followed from {@code writeReplace}. */
    private static final int MOST_METHODS = 32;

    private final Class<?> type;
    private final String folder;
    private final Set<Class<?>> found = new LinkedHashSet<>();
    private final Set<Called> seen = new HashSet<>();
    private final Deque<Called> open = new ArrayDeque<>();

    private record Called(String owner, String name, String descriptor) {}

    private StandIns(Class<?> type) {
        this.type = type;
        this.folder = type.getPackageName().replace('.', '/') + '/';
    }

    static Set<Class<?>> of(Class<?> type) {
        if (!isReplaced(type)) {
            return Set.of();
        }
        StandIns standIns = new StandIns(type);
        for (Class<?> nested : type.getDeclaredClasses()) {
            standIns.add(nested);
        }
        standIns.follow(type.getName().replace('.', '/'), "writeReplace", "()Ljava/lang/Object;");
        return standIns.found;
    }

    /** Returns whether other objects are written instead of those of a class and of its subclasses. */
    static boolean isReplaced(Class<?> type) {
        return declares(type, "writeReplace");
    }

    private void follow(String owner, String name, String descriptor) {
        open.add(new Called(owner, name, descriptor));
        while (!open.isEmpty() && seen.size() < MOST_METHODS) {
            Called called = open.remove();
            if (seen.add(called)) {
                method(called).flatMap(MethodModel::code).ifPresent(code -> code.forEach(this::read));
            }
        }
    }

    private Optional<MethodModel> method(Called called) {
        return model(called.owner)
                .flatMap(model -> model.methods().stream()
                        .filter(method -> method.methodName().equalsString(called.name)
                                && method.methodType().equalsString(called.descriptor))
                        .findFirst());
    }

    private Optional<ClassModel> model(String internalName) {
        try (InputStream bytes = type.getModule().getResourceAsStream(internalName + ".class")) {
            return bytes == null ? Optional.empty() : Optional.of(ClassFile.of().parse(bytes.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(CodeElement element) {
        if (element instanceof NewObjectInstruction made) {
            String name = made.className().asInternalName();
            Class<?> candidate = isOfPackage(name) ? load(name.replace('/', '.')) : null;
            if (candidate != null) {
                add(candidate);
            }
        } else if (element instanceof InvokeInstruction call) {
            String owner = call.owner().asInternalName();
            if (isOfPackage(owner) && !call.name().equalsString("<init>")) {
                open.add(
                        new Called(owner, call.name().stringValue(), call.type().stringValue()));
            }
        }
    }

    private boolean isOfPackage(String internalName) {
        return internalName.startsWith(folder) && internalName.indexOf('/', folder.length()) < 0;
    }

    private @Nullable Class<?> load(String name) {
        try {
            return Class.forName(name, false, type.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            return null; // it is refused by name should it ever come
        }
    }

    private void add(Class<?> candidate) {
        if (Serializable.class.isAssignableFrom(candidate) && declares(candidate, "readResolve")) {
            found.add(candidate);
        }
    }

    private static boolean declares(Class<?> type, String method) {
        try {
            return !Modifier.isStatic(type.getDeclaredMethod(method).getModifiers());
        } catch (NoSuchMethodException e) {
            return false;
        }
    }
}
