package dev.wherry.testkit.simulation;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Changes a class so that it runs on the simulated threads and the simulated clock. It replaces classes of the JDK by their stand-ins
 * here, calls of other methods by calls of {@link JdkCalls}, and monitors by {@link Monitors}.
 */
final class Weaver {
    private static final String HERE = Weaver.class.getPackageName().replace('.', '/') + "/";

    /** The classes of the JDK that have a stand-in, and its name. */
    static final Map<String, String> STAND_INS = Map.ofEntries(
            Map.entry("java/lang/Thread", HERE + "SimulatedThread"),
            Map.entry("java/lang/Thread$Builder", HERE + "SimulatedThread$Builder"),
            Map.entry("java/lang/Thread$Builder$OfPlatform", HERE + "SimulatedThread$Builder$OfPlatform"),
            Map.entry("java/lang/Thread$Builder$OfVirtual", HERE + "SimulatedThread$Builder$OfVirtual"),
            Map.entry("java/util/concurrent/ThreadFactory", HERE + "SimulatedThread$Factory"),
            Map.entry("java/util/concurrent/ThreadPoolExecutor", HERE + "SimulatedPool"),
            Map.entry("java/util/concurrent/locks/LockSupport", HERE + "SimulatedParking"),
            Map.entry("java/util/concurrent/ThreadLocalRandom", HERE + "SimulatedRandom"),
            Map.entry("java/security/SecureRandom", HERE + "SimulatedRandom"),
            Map.entry("java/lang/ref/WeakReference", HERE + "SimulatedReference"),
            Map.entry("java/lang/ref/Cleaner", HERE + "SimulatedCleaner"));

    private static final Map<String, Class<?>> OWNERS_OF_STATIC = Map.of(
            "nanoTime", System.class,
            "currentTimeMillis", System.class,
            "randomUUID", UUID.class,
            "delayedExecutor", CompletableFuture.class);

    private static final ClassDesc CALLS = ClassDesc.of(JdkCalls.class.getName());
    private static final ClassDesc MONITORS = ClassDesc.of(Monitors.class.getName());
    private static final MethodTypeDesc OF_MONITOR = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object);
    private static final String HASH = "$hash";

    /** The methods of {@link JdkCalls} that replace others: by their owner, name and descriptor. */
    private static final Map<String, MethodTypeDesc> REPLACED = replaced();

    private final ClassFile classFile;

    /** @param classes finds the bytes of classes that are woven too */
    Weaver(Function<String, @Nullable InputStream> classes) {
        ClassHierarchyResolver woven = ClassHierarchyResolver.ofResourceParsing((ClassDesc type) -> {
            String name = type.descriptorString();
            InputStream found =
                    name.startsWith("Ldev/wherry/") ? classes.apply(name.substring(1, name.length() - 1)) : null;
            try (found) {
                return found == null ? null : new ByteArrayInputStream(rename(found.readAllBytes()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                woven.orElse(ClassHierarchyResolver.defaultResolver()).cached()));
    }

    private static Map<String, MethodTypeDesc> replaced() {
        Map<String, MethodTypeDesc> all = new HashMap<>();
        for (Method method : JdkCalls.class.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers()) && !method.getName().equals("hashOf")) {
                MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
                Class<?> owner = OWNERS_OF_STATIC.get(method.getName());
                MethodType original = owner != null ? type : type.dropParameterTypes(0, 1);
                all.put(
                        key(
                                (owner != null ? owner : type.parameterType(0))
                                        .getName()
                                        .replace('.', '/'),
                                method.getName(),
                                original.descriptorString()),
                        type.describeConstable().orElseThrow());
            }
        }
        return all;
    }

    private static String key(String owner, String name, String type) {
        return owner + "." + name + type;
    }

    /** Returns whether calls of a method are replaced, given as owner, name and descriptor. */
    static boolean isReplaced(String method) {
        return REPLACED.containsKey(rename(method));
    }

    /** Returns the changed class. */
    byte[] weave(byte[] original) {
        ClassModel model = classFile.parse(rename(original));
        boolean hashed = isWithoutHash(model);
        return classFile.transformClass(model, ClassTransform.ofStateful(() -> new ClassTransform() {
            @Override
            public void accept(ClassBuilder out, ClassElement element) {
                if (element instanceof MethodModel method) {
                    weave(model, method, out);
                } else {
                    out.with(element);
                }
            }

            @Override
            public void atEnd(ClassBuilder out) {
                if (hashed) {
                    addHash(model, out);
                }
            }
        }));
    }

    private static boolean isWithoutHash(ClassModel model) {
        return !model.flags().has(AccessFlag.INTERFACE)
                && model.superclass()
                        .filter(each -> each.asInternalName().equals("java/lang/Object"))
                        .isPresent()
                && model.methods().stream()
                        .noneMatch(each -> each.methodName().equalsString("hashCode")
                                && each.methodType().equalsString("()I"));
    }

    /** Adds a hash code that the seed decides. That of {@link Object} is another one in each run. */
    private static void addHash(ClassModel model, ClassBuilder out) {
        ClassDesc here = model.thisClass().asSymbol();
        out.withField(
                HASH, ConstantDescs.CD_int, ClassFile.ACC_PRIVATE | ClassFile.ACC_TRANSIENT | ClassFile.ACC_SYNTHETIC);
        out.withMethodBody(
                "hashCode",
                MethodTypeDesc.of(ConstantDescs.CD_int),
                ClassFile.ACC_PUBLIC | ClassFile.ACC_SYNTHETIC,
                code -> code.aload(0)
                        .aload(0)
                        .aload(0)
                        .getfield(here, HASH, ConstantDescs.CD_int)
                        .invokestatic(
                                CALLS,
                                "hashOf",
                                MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_Object, ConstantDescs.CD_int))
                        .dup_x1()
                        .putfield(here, HASH, ConstantDescs.CD_int)
                        .ireturn());
    }

    private static void weave(ClassModel model, MethodModel method, ClassBuilder out) {
        if (!method.flags().has(AccessFlag.SYNCHRONIZED)) {
            out.transformMethod(method, (to, element) -> {
                if (element instanceof java.lang.classfile.CodeModel code) {
                    to.transformCode(code, (CodeTransform) Weaver::weave);
                } else {
                    to.with(element);
                }
            });
            return;
        }
        String name = method.methodName().stringValue();
        int flags = method.flags().flagsMask() & ~ClassFile.ACC_SYNCHRONIZED;
        int ofBody = (flags & ClassFile.ACC_STATIC) | ClassFile.ACC_PRIVATE | ClassFile.ACC_SYNTHETIC;
        out.withMethod(
                name + "$body",
                method.methodTypeSymbol(),
                ofBody,
                to -> to.transformCode(method.code().orElseThrow(), (CodeTransform) Weaver::weave));
        out.withMethodBody(name, method.methodTypeSymbol(), flags, code -> addGuard(model, method, code));
    }

    /** Enters the monitor, calls the method's body and leaves the monitor. */
    private static void addGuard(ClassModel model, MethodModel method, CodeBuilder code) {
        ClassDesc here = model.thisClass().asSymbol();
        MethodTypeDesc type = method.methodTypeSymbol();
        boolean isStatic = method.flags().has(AccessFlag.STATIC);
        Runnable monitor = () -> {
            if (isStatic) {
                code.loadConstant(here);
            } else {
                code.aload(0);
            }
        };
        monitor.run();
        code.invokestatic(MONITORS, "enter", OF_MONITOR);
        code.trying(
                body -> {
                    if (!isStatic) {
                        body.aload(0);
                    }
                    for (int i = 0; i < type.parameterCount(); i++) {
                        body.loadLocal(TypeKind.from(type.parameterType(i)), body.parameterSlot(i));
                    }
                    String name = method.methodName().stringValue() + "$body";
                    if (isStatic) {
                        body.invokestatic(here, name, type);
                    } else {
                        body.invokespecial(here, name, type);
                    }
                },
                handlers -> handlers.catchingAll(body -> {
                    monitorIn(body, isStatic, here);
                    body.invokestatic(MONITORS, "exit", OF_MONITOR).athrow();
                }));
        monitor.run();
        code.invokestatic(MONITORS, "exit", OF_MONITOR);
        code.return_(TypeKind.from(type.returnType()));
    }

    private static void monitorIn(CodeBuilder code, boolean isStatic, ClassDesc here) {
        if (isStatic) {
            code.loadConstant(here);
        } else {
            code.aload(0);
        }
    }

    private static void weave(CodeBuilder out, CodeElement element) {
        switch (element) {
            case MonitorInstruction monitor ->
                out.invokestatic(MONITORS, monitor.opcode() == Opcode.MONITORENTER ? "enter" : "exit", OF_MONITOR);
            case InvokeInstruction call -> {
                String name = call.name().stringValue();
                MethodTypeDesc type = REPLACED.get(
                        key(call.owner().asInternalName(), name, call.type().stringValue()));
                if (type == null) {
                    out.with(call);
                } else {
                    out.invokestatic(CALLS, name, type);
                }
            }
            case InvokeDynamicInstruction call ->
                out.invokedynamic(DynamicCallSiteDesc.of(
                        call.bootstrapMethod(),
                        call.name().stringValue(),
                        call.typeSymbol(),
                        call.bootstrapArgs().stream().map(Weaver::weave).toArray(ConstantDesc[]::new)));
            default -> out.with(element);
        }
    }

    private static ConstantDesc weave(ConstantDesc argument) {
        if (!(argument instanceof DirectMethodHandleDesc method)) {
            return argument;
        }
        String owner = method.owner().descriptorString();
        MethodTypeDesc type = REPLACED.get(
                key(owner.substring(1, owner.length() - 1), method.methodName(), method.lookupDescriptor()));
        return type == null
                ? argument
                : MethodHandleDesc.ofMethod(DirectMethodHandleDesc.Kind.STATIC, CALLS, method.methodName(), type);
    }

    // ---- names

    private static final int UTF8 = 1;

    /** Replaces the names of classes that have a stand-in, wherever they are in the constants of a class. */
    static byte[] rename(byte[] original) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(original.length + 256);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(original));
                DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(in.readLong()); // magic and version
            int constants = in.readUnsignedShort();
            out.writeShort(constants);
            for (int i = 1; i < constants; i++) {
                int tag = in.readUnsignedByte();
                out.writeByte(tag);
                if (tag == UTF8) {
                    out.writeUTF(rename(in.readUTF()));
                } else {
                    out.write(in.readNBytes(lengthOf(tag)));
                    i += tag == 5 || tag == 6 ? 1 : 0; // a long or a double has two places
                }
            }
            in.transferTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static int lengthOf(int tag) {
        return switch (tag) {
            case 7, 8, 16, 19, 20 -> 2;
            case 15 -> 3;
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
            case 5, 6 -> 8;
            default -> throw new IllegalArgumentException("Constant of kind " + tag);
        };
    }

    private static String rename(String text) {
        String exact = STAND_INS.get(text);
        if (exact != null) {
            return exact;
        }
        if (!text.contains("Ljava/")) {
            return text;
        }
        String renamed = text;
        for (Map.Entry<String, String> each : STAND_INS.entrySet()) {
            renamed = renamed.replace("L" + each.getKey() + ";", "L" + each.getValue() + ";")
                    .replace("L" + each.getKey() + "<", "L" + each.getValue() + "<");
        }
        return renamed;
    }
}
