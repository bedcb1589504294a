package dev.wherry.internal.invoke;

import static java.lang.constant.ConstantDescs.CD_Object;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;

/** What generated stubs and dispatchers have in common. */
final class Code {
    static final ClassDesc OBJECTS = CD_Object.arrayType();

    private Code() {}

    static ClassDesc desc(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }

    static MethodTypeDesc type(Method method) {
        return MethodTypeDesc.ofDescriptor(RemoteMethod.descriptor(method));
    }

    /** For a hidden class in the package of its generator. */
    static ClassDesc nameBeside(Class<?> generator, RemoteInterface type) {
        return ClassDesc.of(generator.getName() + "$$" + type.type().getSimpleName());
    }

    /** Makes an object of a value; null of none. */
    static void box(CodeBuilder c, Class<?> type) {
        if (type == void.class) {
            c.aconst_null();
        } else if (type.isPrimitive()) {
            ClassDesc box = desc(boxed(type));
            c.invokestatic(box, "valueOf", MethodTypeDesc.of(box, desc(type)));
        }
    }

    /** The opposite of {@link #box}. */
    static void unbox(CodeBuilder c, Class<?> type) {
        if (type == void.class) {
            c.pop();
        } else if (type.isPrimitive()) {
            ClassDesc box = desc(boxed(type));
            c.checkcast(box).invokevirtual(box, type.getName() + "Value", MethodTypeDesc.of(desc(type)));
        } else if (type != Object.class) {
            c.checkcast(desc(type));
        }
    }

    private static Class<?> boxed(Class<?> primitive) {
        return MethodType.methodType(primitive).wrap().returnType();
    }
}
