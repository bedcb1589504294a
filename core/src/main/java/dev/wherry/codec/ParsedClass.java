package dev.wherry.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.util.Optional;

/** Reads the class files of loaded classes. */
public final class ParsedClass {
    private ParsedClass() {}

    /** Returns the class file; empty if there is none, as for a class that was made at run time. */
    public static Optional<ClassModel> of(Class<?> type) {
        String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
        try (InputStream bytes = type.getResourceAsStream(file)) {
            return bytes == null ? Optional.empty() : Optional.of(ClassFile.of().parse(bytes.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a method that the class itself declares. */
    public static Optional<MethodModel> method(ClassModel type, String name, String descriptor) {
        return type.methods().stream()
                .filter(method -> method.methodName().equalsString(name)
                        && method.methodType().equalsString(descriptor))
                .findFirst();
    }
}
