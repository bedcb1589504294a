package dev.wherry.internal.invoke;

import static java.lang.constant.ConstantDescs.CD_Object;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The common parts of {@link StubGenerator} and {@link DispatcherGenerator}, and the cache of what they generate. */
final class GeneratedCode {
    static final ClassDesc OBJECTS = CD_Object.arrayType();

    private GeneratedCode() {}

    static ClassDesc desc(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }

    static MethodTypeDesc type(Method method) {
        return MethodTypeDesc.ofDescriptor(Signature.descriptor(method));
    }

    /** Returns the name of a hidden class in the package of its generator. */
    static ClassDesc nameBeside(Class<?> generator, Class<?> type) {
        return ClassDesc.of(generator.getName() + "$$" + type.getSimpleName());
    }

    /** Boxes a value; makes null of {@code void}. */
    static void box(CodeBuilder c, Class<?> type) {
        if (type == void.class) {
            c.aconst_null();
        } else if (type.isPrimitive()) {
            ClassDesc box = desc(boxed(type));
            c.invokestatic(box, "valueOf", MethodTypeDesc.of(box, desc(type)));
        }
    }

    /** Does the opposite of {@link #box}. */
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

    /** Keeps what is generated for an interface, once for all endpoints. It is unloaded when no endpoint uses it. */
    static final class Cache<T> {
        /** Weak, since the code belongs to Wherry: an interface that outlives Wherry must not keep it loaded. */
        private final ClassValue<AtomicReference<@Nullable WeakReference<T>>> known = new ClassValue<>() {
            @Override
            protected AtomicReference<@Nullable WeakReference<T>> computeValue(Class<?> type) {
                return new AtomicReference<>();
            }
        };

        T of(Class<?> type, Supplier<T> generator) {
            AtomicReference<@Nullable WeakReference<T>> place = known.get(type);
            synchronized (place) {
                WeakReference<T> last = place.get();
                T made = last == null ? null : last.get();
                if (made == null) {
                    made = generator.get();
                    place.set(new WeakReference<>(made));
                }
                return made;
            }
        }
    }
}
