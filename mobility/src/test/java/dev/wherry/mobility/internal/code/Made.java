package dev.wherry.mobility.internal.code;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Arrays;
import java.util.function.Consumer;

/** Class files as nobody's compiler writes them. */
final class Made {
    private Made() {}

    static ClassBytes file(String name, Consumer<ClassBuilder> content) {
        return ClassBytes.of(name, ClassFile.of().build(ClassDesc.of(name), content));
    }

    static ClassBytes file(String name) {
        return file(name, _ -> {});
    }

    static ClassBytes heir(String name, String superclass, String... interfaces) {
        return file(
                name,
                content -> content.withSuperclass(ClassDesc.of(superclass))
                        .withInterfaceSymbols(
                                Arrays.stream(interfaces).map(ClassDesc::of).toList()));
    }

    /** With a static method that calls this one, which takes and returns nothing. */
    static ClassBytes calling(String name, String owner, String method) {
        return file(
                name,
                content -> content.withMethodBody(
                        "run",
                        MethodTypeDesc.of(ConstantDescs.CD_void),
                        ClassFile.ACC_STATIC,
                        code -> code.invokestatic(ClassDesc.of(owner), method, MethodTypeDesc.of(ConstantDescs.CD_void))
                                .return_()));
    }

    /** With a static method that has this string in its code. */
    static ClassBytes saying(String name, String text) {
        return file(
                name,
                content -> content.withMethodBody(
                        "say",
                        MethodTypeDesc.of(ConstantDescs.CD_String),
                        ClassFile.ACC_STATIC,
                        code -> code.ldc(text).areturn()));
    }
}
