package dev.wherry.mobility.internal.code;

import dev.wherry.mobility.internal.code.ClassUse.Kind;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantDynamicEntry;
import java.lang.classfile.constantpool.DynamicConstantPoolEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.invoke.MethodHandleInfo;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads which classes and methods the code of a method uses, without those of the JDK. */
final class MethodCode {
    /** Methods whose call sites are linked by their types, which are loaded for that. */
    private static final Set<String> POLYMORPHIC =
            Set.of("java/lang/invoke/MethodHandle", "java/lang/invoke/VarHandle");

    private final Set<ClassUse> uses = new LinkedHashSet<>();
    private final Set<Integer> bootstraps = new LinkedHashSet<>();
    private final Deque<LoadableConstantEntry> constants = new ArrayDeque<>();

    private MethodCode() {}

    /**
     * In the order of the instructions.
     *
     * @param lambda if given, only what makes the lambda that goes on as this method: the code is
     *     {@code $deserializeLambda$}, which can make all lambdas of its class
     */
    static List<ClassUse> uses(CodeModel code, @Nullable String lambda) {
        MethodCode method = new MethodCode();
        for (CodeElement each : code) {
            if (lambda == null || (each instanceof InvokeDynamicInstruction site && makes(site, lambda))) {
                method.read(each);
            }
        }
        return List.copyOf(method.uses);
    }

    private static boolean makes(InvokeDynamicInstruction site, String lambda) {
        for (LoadableConstantEntry each : site.invokedynamic().bootstrap().arguments()) {
            if (each instanceof MethodHandleEntry handle && lambda.equals(shown(handle))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the method that a lambda calls as {@link CodeReach.Root} names it. */
    private static String shown(MethodHandleEntry handle) {
        MemberRefEntry member = handle.reference();
        return member.owner().asInternalName() + "." + member(member);
    }

    private static String member(MemberRefEntry entry) {
        return entry.name().stringValue() + entry.type().stringValue();
    }

    private void read(CodeElement element) {
        switch (element) {
            case FieldInstruction i ->
                add(isStatic(i) ? Kind.INITIALIZED : Kind.LOADED, i.owner().asInternalName());
            case InvokeInstruction i -> call(i);
            case InvokeDynamicInstruction i -> dynamic(i.invokedynamic());
            case NewObjectInstruction i -> add(Kind.MADE, i.className().asInternalName());
            case NewReferenceArrayInstruction i ->
                add(Kind.LOADED, i.componentType().asInternalName());
            case NewMultiArrayInstruction i -> add(Kind.LOADED, i.arrayType().asInternalName());
            case TypeCheckInstruction i -> add(Kind.LOADED, i.type().asInternalName());
            case ConstantInstruction.LoadConstantInstruction i -> constants.add(i.constantEntry());
            case ExceptionCatch i
            when i.catchType().isPresent() ->
                add(Kind.LOADED, i.catchType().get().asInternalName());
            default -> {}
        }
        while (!constants.isEmpty()) {
            constant(constants.poll());
        }
    }

    private static boolean isStatic(Instruction access) {
        return access.opcode() == Opcode.GETSTATIC || access.opcode() == Opcode.PUTSTATIC;
    }

    private void call(InvokeInstruction call) {
        boolean direct = call.opcode() == Opcode.INVOKESTATIC || call.opcode() == Opcode.INVOKESPECIAL;
        if (POLYMORPHIC.contains(call.owner().asInternalName())) {
            types(call.type().stringValue());
        }
        add(direct ? Kind.CALLED : Kind.DISPATCHED, call.method());
    }

    private void constant(LoadableConstantEntry constant) {
        switch (constant) {
            case ClassEntry type -> add(Kind.REFLECTED, type.asInternalName());
            case MethodTypeEntry type -> types(type.descriptor().stringValue());
            case MethodHandleEntry handle -> handle(handle);
            case ConstantDynamicEntry dynamic -> dynamic(dynamic);
            default -> {}
        }
    }

    /** Reads a call site or a constant: its bootstrap method is called with its arguments. */
    private void dynamic(DynamicConstantPoolEntry site) {
        if (site instanceof ConstantDynamicEntry
                && !bootstraps.add(site.bootstrap().bsmIndex())) {
            return; // constants of a class file may refer to themselves
        }
        String type = site.type().stringValue();
        types(type);
        String result = type.substring(type.indexOf(')') + 1);
        if (result.startsWith("L")) {
            add(Kind.MADE, result.substring(1, result.length() - 1)); // a lambda is an object of its interface
        }
        handle(site.bootstrap().bootstrapMethod());
        constants.addAll(site.bootstrap().arguments());
    }

    private void handle(MethodHandleEntry handle) {
        MemberRefEntry member = handle.reference();
        types(member.type().stringValue());
        String owner = member.owner().asInternalName();
        switch (handle.kind()) {
            case MethodHandleInfo.REF_getField, MethodHandleInfo.REF_putField -> add(Kind.LOADED, owner);
            case MethodHandleInfo.REF_getStatic, MethodHandleInfo.REF_putStatic -> add(Kind.INITIALIZED, owner);
            case MethodHandleInfo.REF_newInvokeSpecial -> {
                add(Kind.MADE, owner);
                add(Kind.CALLED, member);
            }
            case MethodHandleInfo.REF_invokeVirtual, MethodHandleInfo.REF_invokeInterface ->
                add(Kind.DISPATCHED, member);
            default -> add(Kind.CALLED, member);
        }
    }

    private void types(String descriptor) {
        for (String type : ClassUse.named(descriptor)) {
            add(Kind.LOADED, type);
        }
    }

    private void add(Kind kind, MemberRefEntry member) {
        String owner = member.owner().asInternalName();
        if (owner.startsWith("[")) {
            add(Kind.LOADED, owner);
        } else if (!Platform.isOfJdk(owner)) {
            uses.add(new ClassUse(kind, owner, member(member)));
        }
    }

    private void add(Kind kind, String type) {
        String name = ClassUse.element(type);
        if (!name.isEmpty() && !Platform.isOfJdk(name)) {
            uses.add(ClassUse.of(kind, name));
        }
    }
}
