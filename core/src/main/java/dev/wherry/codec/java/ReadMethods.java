package dev.wherry.codec.java;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeInstruction;

/** What the byte code of a class tells of how it reads itself. */
final class ReadMethods {
    private ReadMethods() {}

    /**
     * Whether a class with a readObject method reads its fields there. Many old classes write everything by hand and
     * leave the fields out of the stream, which the stream itself does not tell.
     */
    static boolean readFields(Class<?> type) {
        String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
        try (InputStream bytes = type.getResourceAsStream(file)) {
            return bytes == null || invokesFieldReader(bytes.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean invokesFieldReader(byte[] classFile) {
        return ClassFile.of().parse(classFile).methods().stream()
                .flatMap(method -> method.code().stream())
                .flatMap(code -> code.elementStream())
                .anyMatch(element -> element instanceof InvokeInstruction invoke
                        && invoke.owner().asInternalName().equals("java/io/ObjectInputStream")
                        && (invoke.name().equalsString("defaultReadObject")
                                || invoke.name().equalsString("readFields")));
    }
}
