package dev.wherry.mobility.internal.code;

import static java.lang.constant.ConstantDescs.CLASS_INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import org.jspecify.annotations.Nullable;

/**
 * Generates the class that is defined instead of one that a policy refuses. It has the same name, superclass, interfaces, fields and
 * methods, but none of the code. Its first use throws a {@link NoClassDefFoundError} with the refusal. Classes that only mention it
 * can be verified, and a class that tries it and has a fallback works.
 */
public final class RefusedClass {
    private static final ClassDesc ERROR = ClassDesc.of("java.lang.NoClassDefFoundError");
    private static final MethodTypeDesc MESSAGE = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);
    /** A constant has at most 65,535 bytes, a character at most three. */
    private static final int LONGEST = 20_000;

    private RefusedClass() {}

    /** @param why the message of the error */
    public static byte[] of(ClassBytes refused, @Nullable String why) {
        String message = why == null ? "" : why.substring(0, Math.min(why.length(), LONGEST));
        ClassFile format = ClassFile.of(ClassFile.ConstantPoolSharingOption.NEW_POOL);
        ClassModel model = format.parse(refused.bytes());
        return format.build(model.thisClass().asSymbol(), to -> {
            to.withVersion(model.majorVersion(), model.minorVersion());
            for (ClassElement element : model) {
                if (element instanceof MethodModel method) {
                    if (!method.methodName().equalsString(CLASS_INIT_NAME)) {
                        withoutCode(method, message, to);
                    }
                } else {
                    to.with(element);
                }
            }
            to.withMethodBody(CLASS_INIT_NAME, MTD_void, ClassFile.ACC_STATIC, code -> fail(message, code));
        });
    }

    private static void withoutCode(MethodModel method, String message, ClassBuilder to) {
        int flags = method.flags().flagsMask() & ~ClassFile.ACC_NATIVE;
        to.withMethod(method.methodName().stringValue(), method.methodTypeSymbol(), flags, into -> {
            method.forEach(element -> {
                if (!(element instanceof CodeAttribute) && !(element instanceof AccessFlags)) {
                    into.with(element);
                }
            });
            if (!method.flags().has(AccessFlag.ABSTRACT)) {
                into.withCode(code -> fail(message, code));
            }
        });
    }

    private static void fail(String message, CodeBuilder code) {
        code.new_(ERROR)
                .dup()
                .ldc(message)
                .invokespecial(ERROR, ConstantDescs.INIT_NAME, MESSAGE)
                .athrow();
    }
}
