package dev.wherry.internal.invoke;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Generates the class of an interface's stubs. Each method tries the object itself, and otherwise passes on its number and
 * its arguments. The class knows no endpoint, so that all endpoints of a JVM share it.
 */
record StubGenerator(RemoteInterface type) implements Supplier<MethodHandle>, Consumer<ClassBuilder> {
    private static final GeneratedCode.Cache<MethodHandle> MAKERS = new GeneratedCode.Cache<>();

    private static final ClassDesc OBJECT = GeneratedCode.desc(Stub.Base.class);
    private static final MethodTypeDesc INIT =
            MethodTypeDesc.of(CD_void, GeneratedCode.desc(Stub.class), GeneratedCode.desc(Supplier.class));
    private static final MethodTypeDesc TARGET = MethodTypeDesc.of(CD_Object, OBJECT);
    private static final MethodTypeDesc CALL = MethodTypeDesc.of(CD_Object, OBJECT, CD_int, GeneratedCode.OBJECTS);
    private static final MethodTypeDesc FAILED = MethodTypeDesc.of(CD_Throwable, CD_Throwable, OBJECT, CD_int);

    /**
     * Returns what creates a stub, of type {@code (Stub, Supplier)Object}. The interface keeps it, so that the class is not
     * unloaded between two stubs.
     *
     * @return null if Wherry's classes cannot name the interface
     */
    static @Nullable MethodHandle maker(RemoteInterface type) {
        MethodHandle made = type.stubMaker();
        if (made == null && type.isNameable()) {
            made = MAKERS.of(type.type(), new StubGenerator(type));
            type.stubMaker(made);
        }
        return made;
    }

    @Override
    public MethodHandle get() {
        byte[] code = ClassFile.of().build(GeneratedCode.nameBeside(Stub.class, type.type()), this);
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup().defineHiddenClass(code, true);
            return lookup.findConstructor(
                            lookup.lookupClass(), MethodType.methodType(void.class, Stub.class, Supplier.class))
                    .asType(MethodType.methodType(Object.class, Stub.class, Supplier.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The stub generated for " + type + " is wrong", e);
        }
    }

    @Override
    public void accept(ClassBuilder builder) {
        builder.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER)
                .withSuperclass(OBJECT)
                .withInterfaceSymbols(GeneratedCode.desc(type.type()));
        builder.withMethodBody(INIT_NAME, INIT, 0, new Constructor());
        Set<String> done = new HashSet<>();
        for (Map.Entry<Method, RemoteMethod> each : type.declarations().entrySet()) {
            Method method = each.getKey();
            if (done.add(method.getName() + Signature.descriptor(method))) {
                builder.withMethodBody(
                        method.getName(),
                        GeneratedCode.type(method),
                        ClassFile.ACC_PUBLIC,
                        new Body(type.type(), method, each.getValue()));
            }
        }
    }

    // Not lambdas: the JDK makes a class of each, and the first stub of a JVM waits for that.

    private static final class Constructor implements Consumer<CodeBuilder> {
        @Override
        public void accept(CodeBuilder c) {
            c.aload(0).aload(1).aload(2).invokespecial(OBJECT, INIT_NAME, INIT).return_();
        }
    }

    private record Body(Class<?> type, Method method, RemoteMethod remote) implements Consumer<CodeBuilder> {
        @Override
        public void accept(CodeBuilder c) {
            if (remote.style() == Style.SYNC) {
                near(c, type, method, remote);
            }
            c.aload(0).loadConstant(remote.number());
            arguments(c, method.getParameterTypes());
            c.invokestatic(OBJECT, "call", CALL);
            GeneratedCode.unbox(c, method.getReturnType());
            c.return_(TypeKind.from(method.getReturnType()));
        }
    }

    /** Calls the object itself, if there is one. */
    private static void near(CodeBuilder c, Class<?> type, Method method, RemoteMethod remote) {
        Label from = c.newLabel();
        Label failed = c.newLabel();
        Label away = c.newLabel();
        int target = c.allocateLocal(TypeKind.REFERENCE);
        c.aload(0).invokestatic(OBJECT, "target", TARGET).astore(target).aload(target);
        c.ifnull(away).labelBinding(from).aload(target);
        Class<?>[] parameters = method.getParameterTypes();
        for (int i = 0; i < parameters.length; i++) {
            c.loadLocal(TypeKind.from(parameters[i]), c.parameterSlot(i));
        }
        c.invokeinterface(GeneratedCode.desc(type), method.getName(), GeneratedCode.type(method))
                .return_(TypeKind.from(method.getReturnType()))
                .labelBinding(failed)
                .aload(0)
                .loadConstant(remote.number())
                .invokestatic(OBJECT, "failed", FAILED)
                .athrow()
                .exceptionCatchAll(from, failed, failed)
                .labelBinding(away);
    }

    private static void arguments(CodeBuilder c, Class<?>[] parameters) {
        if (parameters.length == 0) {
            c.getstatic(OBJECT, "NOTHING", GeneratedCode.OBJECTS);
            return;
        }
        c.loadConstant(parameters.length).anewarray(CD_Object);
        for (int i = 0; i < parameters.length; i++) {
            c.dup().loadConstant(i).loadLocal(TypeKind.from(parameters[i]), c.parameterSlot(i));
            GeneratedCode.box(c, parameters[i]);
            c.aastore();
        }
    }
}
