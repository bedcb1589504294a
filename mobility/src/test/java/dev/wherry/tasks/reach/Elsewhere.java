package dev.wherry.tasks.reach;

import dev.wherry.mobility.internal.code.ClassBytes;
import dev.wherry.mobility.internal.code.CodeReach;
import dev.wherry.mobility.internal.code.CodeReach.Root;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Stands for a JVM that has the JDK and what was foreseen, and nothing else. */
final class Elsewhere extends ClassLoader {
    private final Map<String, byte[]> foreseen;
    private final List<String> missed = new ArrayList<>();
    private final List<String> loaded = new ArrayList<>();

    Elsewhere(Collection<ClassBytes> foreseen) {
        super(ClassLoader.getPlatformClassLoader());
        this.foreseen = foreseen.stream().collect(Collectors.toMap(ClassBytes::name, ClassBytes::bytes));
    }

    /** Returns the classes that were needed and not predicted. */
    List<String> missed() {
        return missed;
    }

    /** Returns the classes that were needed and predicted. */
    List<String> loaded() {
        return loaded;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = foreseen.get(name);
        if (bytes == null) {
            missed.add(name);
            throw new ClassNotFoundException(name);
        }
        loaded.add(name);
        return defineClass(name, bytes, 0, bytes.length);
    }

    /** Returns the roots of an object for {@link CodeReach}: its class, those of all objects in it, and its lambdas. */
    static Set<Root> rootsOf(Object object) throws IOException {
        try (Out out = new Out(OutputStream.nullOutputStream())) {
            out.writeObject(object);
            return out.roots;
        }
    }

    /** The same object, of classes of here. */
    Object copy(Object object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Out out = new Out(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new In(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }

    /** A lambda as it travels: without the class that it stands in, which is to be found again. */
    private record Lambda(
            String className, String type, String method, String descriptor, Implementation calls, Object[] captured)
            implements Serializable {
        private record Implementation(int kind, String owner, String name, String descriptor, String instantiated)
                implements Serializable {}

        static Lambda of(SerializedLambda form) {
            return new Lambda(
                    form.getCapturingClass().replace('/', '.'),
                    form.getFunctionalInterfaceClass(),
                    form.getFunctionalInterfaceMethodName(),
                    form.getFunctionalInterfaceMethodSignature(),
                    new Implementation(
                            form.getImplMethodKind(),
                            form.getImplClass(),
                            form.getImplMethodName(),
                            form.getImplMethodSignature(),
                            form.getInstantiatedMethodType()),
                    IntStream.range(0, form.getCapturedArgCount())
                            .mapToObj(form::getCapturedArg)
                            .toArray());
        }

        /** Not by SerializedLambda's readResolve, for which the types of all methods of its class are loaded. */
        Object in(ClassLoader loader) throws Throwable {
            Class<?> capturing = Class.forName(className, false, loader);
            return MethodHandles.privateLookupIn(capturing, MethodHandles.lookup())
                    .findStatic(
                            capturing,
                            "$deserializeLambda$",
                            MethodType.methodType(Object.class, SerializedLambda.class))
                    .invoke(new SerializedLambda(
                            capturing,
                            type,
                            method,
                            descriptor,
                            calls.kind,
                            calls.owner,
                            calls.name,
                            calls.descriptor,
                            calls.instantiated,
                            captured));
        }
    }

    private static boolean isOfTest(String className) {
        return className.startsWith(Lambda.class.getName());
    }

    private static final class Out extends ObjectOutputStream {
        final Set<Root> roots = new LinkedHashSet<>();

        Out(OutputStream to) throws IOException {
            super(to);
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) {
            if (object instanceof SerializedLambda form) {
                roots.add(Root.lambda(form));
                return Lambda.of(form);
            }
            if (!isOfTest(object.getClass().getName())) {
                roots.add(Root.object(object.getClass()));
            }
            return object;
        }
    }

    private final class In extends ObjectInputStream {
        In(InputStream from) throws IOException {
            super(from);
            enableResolveObject(true);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass form) throws ClassNotFoundException {
            ClassLoader loader = isOfTest(form.getName()) ? Lambda.class.getClassLoader() : Elsewhere.this;
            return Class.forName(form.getName(), false, loader);
        }

        @Override
        protected Object resolveObject(Object object) throws IOException {
            try {
                return object instanceof Lambda lambda ? lambda.in(Elsewhere.this) : object;
            } catch (Throwable e) {
                throw new IOException(e);
            }
        }
    }
}
