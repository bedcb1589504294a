package dev.wherry.codec;

import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The operand stack of a method whose code is simulated in the order of its instructions. Each slot is a set of bits
 * whose meaning the user of this class defines. Where branches meet, a slot is the union. Code that does not fit throws
 * an {@link IllegalArgumentException}.
 */
final class OperandStack {
    /** Null if no path leads to the next instruction. */
    private @Nullable List<Long> slots = new ArrayList<>();

    private final Map<Label, List<Long>> atLabels = new HashMap<>();
    private boolean changed;

    OperandStack(CodeModel code) {
        code.exceptionHandlers().forEach(each -> atLabels.put(each.handler(), new ArrayList<>(List.of(0L))));
    }

    /** Begins again with the stacks that are known at the labels. Returns whether the last run has added to them. */
    boolean restart() {
        boolean more = changed;
        changed = false;
        slots = new ArrayList<>();
        return more;
    }

    /** Begins an instruction. */
    void begin() {
        if (slots == null) {
            slots = new ArrayList<>(); // only backward jumps lead here: compilers leave nothing on the stack then
        }
    }

    /** Ends a block of code: the next instruction does not follow. */
    void end() {
        slots = null;
    }

    void label(Label label) {
        if (slots != null) {
            join(label);
        }
        List<Long> known = atLabels.get(label);
        slots = known == null ? null : new ArrayList<>(known);
    }

    private void join(Label label) {
        List<Long> now = now();
        List<Long> before = atLabels.putIfAbsent(label, new ArrayList<>(now));
        if (before == null) {
            changed = true;
            return;
        }
        if (before.size() != now.size()) {
            throw new IllegalArgumentException("Stacks of " + before.size() + " and " + now.size() + " at a label");
        }
        for (int i = 0; i < before.size(); i++) {
            if ((now.get(i) & ~before.get(i)) != 0) {
                before.set(i, now.get(i) | before.get(i));
                changed = true;
            }
        }
    }

    /** Runs an instruction that may move values whose meaning the user knows, but neither reads nor makes them. */
    void run(Instruction instruction) {
        switch (instruction) {
            case ConstantInstruction constant -> push(constant.typeKind(), 0);
            case ArrayLoadInstruction load -> replace(2, load.typeKind());
            case NewObjectInstruction made -> push(TypeKind.REFERENCE, 0);
            case NewMultiArrayInstruction made -> replace(made.dimensions(), TypeKind.REFERENCE);
            case TypeCheckInstruction check -> {
                if (check.opcode() == Opcode.INSTANCEOF) {
                    replace(1, TypeKind.INT);
                }
            }
            case StackInstruction moves -> move(moves.opcode());
            case OperatorInstruction operator -> operate(operator);
            case ConvertInstruction convert -> replace(convert.fromType().slotSize(), convert.toType());
            case BranchInstruction branch -> branch(branch);
            case LookupSwitchInstruction choice -> choose(choice.cases(), choice.defaultTarget());
            case TableSwitchInstruction choice -> choose(choice.cases(), choice.defaultTarget());
            default -> other(instruction.opcode());
        }
    }

    private void choose(List<SwitchCase> cases, Label other) {
        drop(1);
        cases.forEach(each -> join(each.target()));
        join(other);
        end();
    }

    private void other(Opcode opcode) {
        switch (opcode) {
            case MONITORENTER, MONITOREXIT -> drop(1);
            case NEWARRAY, ANEWARRAY -> replace(1, TypeKind.REFERENCE);
            default -> {} // increments a variable, or does nothing
        }
    }

    private void branch(BranchInstruction branch) {
        switch (branch.opcode()) {
            case GOTO, GOTO_W -> {}
            case IFEQ, IFNE, IFLT, IFGE, IFGT, IFLE, IFNULL, IFNONNULL -> drop(1);
            default -> drop(2);
        }
        join(branch.target());
        if (branch.opcode() == Opcode.GOTO || branch.opcode() == Opcode.GOTO_W) {
            end();
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

    /** Puts a copy of the topmost slots below some slots that are under them. */
    private void copy(int some, int below) {
        List<Long> now = now();
        if (now.size() < some + below) {
            throw new IllegalArgumentException("code that copies from an empty stack");
        }
        List<Long> copied = List.copyOf(now.subList(now.size() - some, now.size()));
        now.addAll(now.size() - some - below, copied);
    }

    void push(TypeKind kind, long value) {
        for (int i = 0; i < kind.slotSize(); i++) {
            now().add(value);
        }
    }

    long pop(TypeKind kind) {
        long value = 0;
        for (int i = 0; i < kind.slotSize(); i++) {
            value |= pop();
        }
        return value;
    }

    private long pop() {
        if (now().isEmpty()) {
            throw new IllegalArgumentException("code that takes from an empty stack");
        }
        return now().removeLast();
    }

    void drop(int slots) {
        for (int i = 0; i < slots; i++) {
            pop();
        }
    }

    private void replace(int slots, TypeKind kind) {
        drop(slots);
        push(kind, 0);
    }

    private List<Long> now() {
        if (slots == null) {
            throw new IllegalArgumentException("code that nothing leads to");
        }
        return slots;
    }
}
