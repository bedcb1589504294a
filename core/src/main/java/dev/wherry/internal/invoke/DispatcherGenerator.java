package dev.wherry.internal.invoke;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Generates the {@link Dispatcher} of an interface: a switch over the method's number, and a small method for each, so
 * that the JIT inlines the hot ones.
 */
record DispatcherGenerator(Class<?> type, List<Method> methods, ClassDesc self)
        implements Supplier<DispatcherGenerator.Dispatcher>, Consumer<ClassBuilder> {
    /** Calls methods of one interface on an object that implements it. */
    interface Dispatcher {
        /** @param method its {@link RemoteMethod#number} */
        @Nullable
        Object call(Object target, int method, @Nullable Object[] arguments) throws Throwable;
    }

    private static final GeneratedCode.Cache<Dispatcher> DISPATCHERS = new GeneratedCode.Cache<>();

    private static final MethodTypeDesc CALL = MethodTypeDesc.of(CD_Object, CD_Object, CD_int, GeneratedCode.OBJECTS);
    private static final MethodTypeDesc ONE = MethodTypeDesc.of(CD_Object, CD_Object, GeneratedCode.OBJECTS);

    /**
     * Returns the dispatcher of an interface that Wherry's classes can name.
     *
     * @param methods by number; always the same for a type
     */
    static Dispatcher of(Class<?> type, List<Method> methods) {
        ClassDesc self = GeneratedCode.nameBeside(DispatcherGenerator.class, type);
        return DISPATCHERS.of(type, new DispatcherGenerator(type, methods, self));
    }

    /**
     * Returns a dispatcher of one method, for an interface that no class of Wherry can name.
     *
     * @throws IllegalArgumentException if Wherry has no access to the interface; names the line that gives it
     */
    static Dispatcher byHandle(Class<?> root, Method method) {
        try {
            MethodHandle handle = InterfaceAccess.of(method);
            return (target, same, arguments) -> (Object) handle.invokeExact(target, arguments);
        } catch (IllegalAccessException e) {
            Class<?> type = method.getDeclaringClass();
            throw InterfaceError.in(
                    root,
                    method,
                    "Wherry cannot call " + type.getName() + " in " + type.getModule() + ". "
                            + InterfaceAccess.remedy(type),
                    e);
        }
    }

    @Override
    public Dispatcher get() {
        byte[] code = ClassFile.of().build(self, this);
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup().defineHiddenClass(code, true);
            return (Dispatcher) lookup.findConstructor(lookup.lookupClass(), MethodType.methodType(void.class))
                    .invoke();
        } catch (Throwable e) {
            throw new IllegalStateException("The dispatcher generated for " + type + " is wrong", e);
        }
    }

    @Override
    public void accept(ClassBuilder builder) {
        builder.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER)
                .withInterfaceSymbols(GeneratedCode.desc(Dispatcher.class));
        builder.withMethodBody(
                INIT_NAME,
                MTD_void,
                0,
                c -> c.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void).return_());
        builder.withMethodBody("call", CALL, ClassFile.ACC_PUBLIC, c -> choose(c, self, methods.size()));
        for (int number = 0; number < methods.size(); number++) {
            Method method = methods.get(number);
            builder.withMethodBody(
                    "call" + number,
                    ONE,
                    ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC,
                    c -> call(c, GeneratedCode.desc(type), method));
        }
    }

    private static void choose(CodeBuilder c, ClassDesc self, int methods) {
        Label none = c.newLabel();
        List<SwitchCase> cases = new ArrayList<>();
        for (int number = 0; number < methods; number++) {
            cases.add(SwitchCase.of(number, c.newLabel()));
        }
        if (!cases.isEmpty()) { // a marker has none, and the JDK never ends the stack map of an empty switch
            c.iload(2).tableswitch(none, cases);
        }
        for (SwitchCase each : cases) {
            c.labelBinding(each.target())
                    .aload(1)
                    .aload(3)
                    .invokestatic(self, "call" + each.caseValue(), ONE)
                    .areturn();
        }
        ClassDesc wrong = GeneratedCode.desc(IllegalArgumentException.class);
        c.labelBinding(none)
                .new_(wrong)
                .dup()
                .invokespecial(wrong, INIT_NAME, MethodTypeDesc.of(CD_void))
                .athrow();
    }

    private static void call(CodeBuilder c, ClassDesc type, Method method) {
        c.aload(0).checkcast(type);
        Class<?>[] parameters = method.getParameterTypes();
        for (int i = 0; i < parameters.length; i++) {
            c.aload(1).loadConstant(i).aaload();
            GeneratedCode.unbox(c, parameters[i]);
        }
        c.invokeinterface(type, method.getName(), GeneratedCode.type(method));
        GeneratedCode.box(c, method.getReturnType());
        c.areturn();
    }
}
