package dev.wherry.codec;

import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the code of one method does with the object that it is about: {@code this}, and the other one in {@code equals} and
 * {@code compareTo}. A simulation of the operand stack that tells this object from all else. A variable that once held the
 * object counts as holding it everywhere.
 */
final class SelfUse {
    private static final String LAMBDAS = "Ljava/lang/invoke/LambdaMetafactory;";

    /** Fields that are read from it. */
    record Read(String owner, String name) {}

    /**
     * A method that gets it.
     *
     * @param self which of the arguments it is, the receiver first if there is one
     */
    record Call(Receiver receiver, String owner, String name, String descriptor, BitSet self) {}

    /** How a call finds its method. */
    enum Receiver {
        NONE,
        /** The method of the class that is named. */
        FIXED,
        /** That of the receiver's class. */
        VIRTUAL
    }

    final Set<Read> reads = new LinkedHashSet<>();
    final Set<Call> calls = new LinkedHashSet<>();
    /** Whether it is stored, returned or passed to what is no call of a known method. */
    boolean escapes;

    private final BitSet variables;
    /** The operand stack, true where the object is; null where no instruction before leads. */
    private @Nullable List<Boolean> stack = new ArrayList<>();

    private final Map<Label, List<Boolean>> atLabels = new HashMap<>();
    private boolean changed;

    private SelfUse(BitSet variables) {
        this.variables = variables;
    }

    /** @param self which of the arguments is the object, the receiver first if there is one */
    static SelfUse of(CodeModel code, MethodTypeDesc type, boolean isStatic, BitSet self) {
        SelfUse use = new SelfUse(variables(type, isStatic, self));
        code.exceptionHandlers().forEach(each -> use.atLabels.put(each.handler(), new ArrayList<>(List.of(false))));
        do {
            use.changed = false;
            use.stack = new ArrayList<>();
            code.forEach(use::step);
        } while (use.changed && !use.escapes);
        return use;
    }

    private static BitSet variables(MethodTypeDesc type, boolean isStatic, BitSet self) {
        BitSet variables = new BitSet();
        int variable = 0;
        int argument = 0;
        if (!isStatic) {
            variables.set(variable++, self.get(argument++));
        }
        for (var parameter : type.parameterList()) {
            variables.set(variable, self.get(argument++));
            variable += TypeKind.from(parameter).slotSize();
        }
        return variables;
    }

    private void step(CodeElement element) {
        if (element instanceof LabelTarget target) {
            stack = atLabel(target.label());
        } else if (element instanceof Instruction instruction) {
            if (stack == null) {
                stack = new ArrayList<>(); // only jumps from below lead here: compilers leave nothing on the stack then
            }
            run(instruction);
        }
    }

    private @Nullable List<Boolean> atLabel(Label label) {
        if (stack != null) {
            join(label);
        }
        List<Boolean> known = atLabels.get(label);
        return known == null ? null : new ArrayList<>(known);
    }

    private void join(Label label) {
        List<Boolean> now = now();
        List<Boolean> before = atLabels.putIfAbsent(label, new ArrayList<>(now));
        if (before == null) {
            changed = true;
            return;
        }
        if (before.size() != now.size()) {
            throw new IllegalArgumentException("Stacks of " + before.size() + " and " + now.size() + " at a label");
        }
        for (int i = 0; i < before.size(); i++) {
            if (now.get(i) && !before.get(i)) {
                before.set(i, true);
                changed = true;
            }
        }
    }

    private void run(Instruction instruction) {
        switch (instruction) {
            case LoadInstruction load ->
                push(load.typeKind(), load.typeKind() == TypeKind.REFERENCE && variables.get(load.slot()));
            case StoreInstruction store -> store(store);
            case ConstantInstruction constant -> push(constant.typeKind(), false);
            case FieldInstruction field -> field(field);
            case InvokeInstruction invoke -> invoke(invoke);
            case InvokeDynamicInstruction dynamic -> dynamic(dynamic);
            case ArrayLoadInstruction load -> replace(2, load.typeKind());
            case ArrayStoreInstruction store -> {
                escapes |= pop(store.typeKind());
                drop(2);
            }
            case NewObjectInstruction made -> push(TypeKind.REFERENCE, false);
            case NewMultiArrayInstruction made -> replace(made.dimensions(), TypeKind.REFERENCE);
            case TypeCheckInstruction check -> {
                boolean self = pop(TypeKind.REFERENCE);
                push(TypeKind.REFERENCE, self && check.opcode() == Opcode.CHECKCAST);
            }
            case StackInstruction moves -> move(moves.opcode());
            case OperatorInstruction operator -> operate(operator);
            case ConvertInstruction convert -> replace(convert.fromType().slotSize(), convert.toType());
            case BranchInstruction branch -> branch(branch);
            case LookupSwitchInstruction choice -> {
                drop(1);
                choice.cases().forEach(each -> join(each.target()));
                join(choice.defaultTarget());
                stack = null;
            }
            case TableSwitchInstruction choice -> {
                drop(1);
                choice.cases().forEach(each -> join(each.target()));
                join(choice.defaultTarget());
                stack = null;
            }
            case ReturnInstruction end -> {
                escapes |= end.typeKind() == TypeKind.REFERENCE && pop(TypeKind.REFERENCE);
                stack = null;
            }
            case ThrowInstruction end -> {
                escapes |= pop(TypeKind.REFERENCE);
                stack = null;
            }
            case DiscontinuedInstruction old -> escapes = true;
            default -> other(instruction.opcode());
        }
    }

    private void other(Opcode opcode) {
        switch (opcode) {
            case MONITORENTER, MONITOREXIT -> drop(1);
            case NEWARRAY, ANEWARRAY -> replace(1, TypeKind.REFERENCE);
            default -> {} // increments a variable, or does nothing
        }
    }

    private void store(StoreInstruction store) {
        if (pop(store.typeKind()) && !variables.get(store.slot())) {
            variables.set(store.slot());
            changed = true;
        }
    }

    private void field(FieldInstruction field) {
        TypeKind kind = TypeKind.from(field.typeSymbol());
        switch (field.opcode()) {
            case GETFIELD -> {
                if (pop(TypeKind.REFERENCE)) {
                    reads.add(new Read(
                            field.owner().asInternalName(), field.name().stringValue()));
                }
                push(kind, false);
            }
            case GETSTATIC -> push(kind, false);
            case PUTFIELD -> {
                escapes |= pop(kind);
                drop(1);
            }
            default -> escapes |= pop(kind);
        }
    }

    private void invoke(InvokeInstruction invoke) {
        Receiver receiver = switch (invoke.opcode()) {
            case INVOKESTATIC -> Receiver.NONE;
            case INVOKESPECIAL -> Receiver.FIXED;
            default -> Receiver.VIRTUAL;
        };
        MethodTypeDesc type = invoke.typeSymbol();
        BitSet self = arguments(type, receiver != Receiver.NONE);
        if (!self.isEmpty()) {
            String owner = invoke.owner().asInternalName();
            calls.add(new Call(receiver, owner, invoke.name().stringValue(), type.descriptorString(), self));
        }
        pushResult(type);
    }

    /** Making a lambda is taken for calling it. */
    private void dynamic(InvokeDynamicInstruction dynamic) {
        MethodTypeDesc type = dynamic.typeSymbol();
        BitSet self = arguments(type, false);
        if (!self.isEmpty()) {
            DirectMethodHandleDesc body = body(dynamic);
            if (body == null) {
                escapes = true;
            } else {
                calls.add(call(body, self));
            }
        }
        pushResult(type);
    }

    /** What runs as a lambda or method reference; null if none is made. */
    private static @Nullable DirectMethodHandleDesc body(InvokeDynamicInstruction dynamic) {
        boolean lambda = dynamic.bootstrapMethod().owner().descriptorString().equals(LAMBDAS);
        return lambda && dynamic.bootstrapArgs().get(1) instanceof DirectMethodHandleDesc body ? body : null;
    }

    /** The lambdas and method references that some code makes, called with the object as each of their arguments. */
    static List<Call> lambdas(CodeModel code) {
        List<Call> all = new ArrayList<>();
        for (CodeElement element : code) {
            DirectMethodHandleDesc body = element instanceof InvokeDynamicInstruction dynamic ? body(dynamic) : null;
            if (body != null) {
                BitSet self = new BitSet();
                self.set(0, body.invocationType().parameterCount());
                all.add(call(body, self));
            }
        }
        return all;
    }

    private static Call call(DirectMethodHandleDesc body, BitSet self) {
        Receiver receiver = switch (body.kind()) {
            case STATIC, INTERFACE_STATIC -> Receiver.NONE;
            case SPECIAL, INTERFACE_SPECIAL, CONSTRUCTOR -> Receiver.FIXED;
            default -> Receiver.VIRTUAL;
        };
        String owner = body.owner().descriptorString();
        return new Call(
                receiver, owner.substring(1, owner.length() - 1), body.methodName(), body.lookupDescriptor(), self);
    }

    /** Takes the arguments from the stack, and says which of them are the object. */
    private BitSet arguments(MethodTypeDesc type, boolean receiver) {
        BitSet self = new BitSet();
        int first = receiver ? 1 : 0;
        for (int i = type.parameterCount() - 1; i >= 0; i--) {
            self.set(first + i, pop(TypeKind.from(type.parameterType(i))));
        }
        if (receiver) {
            self.set(0, pop(TypeKind.REFERENCE));
        }
        return self;
    }

    private void pushResult(MethodTypeDesc type) {
        push(TypeKind.from(type.returnType()), false);
    }

    private void branch(BranchInstruction branch) {
        switch (branch.opcode()) {
            case GOTO, GOTO_W -> {}
            case IFEQ, IFNE, IFLT, IFGE, IFGT, IFLE, IFNULL, IFNONNULL -> drop(1);
            default -> drop(2);
        }
        join(branch.target());
        if (branch.opcode() == Opcode.GOTO || branch.opcode() == Opcode.GOTO_W) {
            stack = null;
        }
    }

    private void operate(OperatorInstruction operator) {
        int operand = operator.typeKind().slotSize();
        switch (operator.opcode()) {
            case ARRAYLENGTH -> replace(1, TypeKind.INT);
            case INEG, LNEG, FNEG, DNEG -> {}
            case LCMP -> replace(2 * TypeKind.LONG.slotSize(), TypeKind.INT);
            case FCMPL, FCMPG -> replace(2 * TypeKind.FLOAT.slotSize(), TypeKind.INT);
            case DCMPL, DCMPG -> replace(2 * TypeKind.DOUBLE.slotSize(), TypeKind.INT);
            case ISHL, ISHR, IUSHR, LSHL, LSHR, LUSHR -> drop(1);
            default -> drop(operand);
        }
    }

    private void move(Opcode opcode) {
        switch (opcode) {
            case POP -> drop(1);
            case POP2 -> drop(2);
            case DUP -> copy(1, 0);
            case DUP_X1 -> copy(1, 1);
            case DUP_X2 -> copy(1, 2);
            case DUP2 -> copy(2, 0);
            case DUP2_X1 -> copy(2, 1);
            case DUP2_X2 -> copy(2, 2);
            default -> { // SWAP
                copy(1, 1);
                drop(1);
            }
        }
    }

    /** Puts a copy of the uppermost below so many others that are under them. */
    private void copy(int some, int below) {
        List<Boolean> now = now();
        List<Boolean> copied = List.copyOf(now.subList(now.size() - some, now.size()));
        now.addAll(now.size() - some - below, copied);
    }

    private void push(TypeKind kind, boolean self) {
        for (int i = 0; i < kind.slotSize(); i++) {
            now().add(self);
        }
    }

    /** @return whether it was the object */
    private boolean pop(TypeKind kind) {
        boolean self = false;
        for (int i = 0; i < kind.slotSize(); i++) {
            self |= pop();
        }
        return self;
    }

    private void drop(int slots) {
        for (int i = 0; i < slots; i++) {
            pop();
        }
    }

    private boolean pop() {
        if (now().isEmpty()) {
            throw new IllegalArgumentException("code that takes from an empty stack");
        }
        return now().removeLast();
    }

    private void replace(int slots, TypeKind kind) {
        drop(slots);
        push(kind, false);
    }

    private List<Boolean> now() {
        if (stack == null) {
            throw new IllegalArgumentException("code that nothing leads to");
        }
        return stack;
    }
}
