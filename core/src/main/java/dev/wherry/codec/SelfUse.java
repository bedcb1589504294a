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
 * What the code of one method does with the object that it is about, {@code this} or the other one in {@code equals} and
 * {@code compareTo}, and with the values of its fields. A simulation of the operand stack that tells these from all else. A
 * variable that once held one of them counts as holding it everywhere.
 */
final class SelfUse {
    private static final String LAMBDAS = "Ljava/lang/invoke/LambdaMetafactory;";
    private static final Set<String> OF_HASHING = Set.of("hashCode()I", "equals(Ljava/lang/Object;)Z");

    /** Of a value: the object itself. Each further bit is one of its fields. */
    private static final long SELF = 1;

    private static final int MOST_FIELDS = Long.SIZE - 1;

    /** A field, by the class that the code names and that has or inherits it. */
    record Name(String owner, String field) {}

    /** What is done with the value of a field. */
    record Use(Name field, Visit.How how) {}

    /**
     * A method that gets the object.
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

    /** Knows the methods that get the object. */
    interface Callees {
        /** The fields of which a method may return the value; null if that is not known. */
        @Nullable
        Set<Name> returned(Call call);
    }

    final Set<Use> uses = new LinkedHashSet<>();
    final Set<Name> returned = new LinkedHashSet<>();
    /** Whether the object is stored, returned or passed to what is no call of a known method. */
    boolean escapes;

    private final Callees callees;
    private final List<Name> fields = new ArrayList<>();
    private final Map<Integer, Long> variables = new HashMap<>();
    /** The operand stack, of the object and its fields where they are; null where no instruction before leads. */
    private @Nullable List<Long> stack = new ArrayList<>();

    private final Map<Label, List<Long>> atLabels = new HashMap<>();
    private boolean changed;

    private SelfUse(Callees callees) {
        this.callees = callees;
    }

    /** @param self which of the arguments is the object, the receiver first if there is one */
    static SelfUse of(CodeModel code, MethodTypeDesc type, boolean isStatic, BitSet self, Callees callees) {
        SelfUse use = new SelfUse(callees);
        use.begin(type, isStatic, self);
        code.exceptionHandlers()
                .forEach(each -> use.atLabels.put(each.handler(), new ArrayList<>(List.of(0L))));
        do {
            use.changed = false;
            use.stack = new ArrayList<>();
            code.forEach(use::step);
        } while (use.changed && !use.escapes);
        return use;
    }

    private void begin(MethodTypeDesc type, boolean isStatic, BitSet self) {
        int variable = 0;
        int argument = 0;
        if (!isStatic) {
            variables.put(variable++, self.get(argument++) ? SELF : 0);
        }
        for (var parameter : type.parameterList()) {
            variables.put(variable, self.get(argument++) ? SELF : 0);
            variable += TypeKind.from(parameter).slotSize();
        }
    }

    /** What is done with a value of which no more is known. */
    private void consume(long value) {
        escapes |= (value & SELF) != 0;
        use(value, Visit.How.HASHED);
    }

    private void use(long value, Visit.How how) {
        of(value).forEach(field -> uses.add(new Use(field, how)));
    }

    private List<Name> of(long value) {
        List<Name> some = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            if ((value >> (i + 1) & 1) != 0) {
                some.add(fields.get(i));
            }
        }
        return some;
    }

    private long value(Name field) {
        int index = fields.indexOf(field);
        if (index < 0) {
            index = fields.size();
            if (index == MOST_FIELDS) {
                escapes = true;
                return 0;
            }
            fields.add(field);
        }
        return SELF << (index + 1);
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

    private @Nullable List<Long> atLabel(Label label) {
        if (stack != null) {
            join(label);
        }
        List<Long> known = atLabels.get(label);
        return known == null ? null : new ArrayList<>(known);
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

    private void run(Instruction instruction) {
        switch (instruction) {
            case LoadInstruction load ->
                push(
                        load.typeKind(),
                        load.typeKind() == TypeKind.REFERENCE ? variables.getOrDefault(load.slot(), 0L) : 0);
            case StoreInstruction store -> store(store);
            case ConstantInstruction constant -> push(constant.typeKind(), 0);
            case FieldInstruction field -> field(field);
            case InvokeInstruction invoke -> invoke(invoke);
            case InvokeDynamicInstruction dynamic -> dynamic(dynamic);
            case ArrayLoadInstruction load -> replace(2, load.typeKind());
            case ArrayStoreInstruction store -> {
                consume(pop(store.typeKind()));
                drop(2);
            }
            case NewObjectInstruction made -> push(TypeKind.REFERENCE, 0);
            case NewMultiArrayInstruction made -> replace(made.dimensions(), TypeKind.REFERENCE);
            case TypeCheckInstruction check -> {
                long value = pop(TypeKind.REFERENCE);
                push(TypeKind.REFERENCE, check.opcode() == Opcode.CHECKCAST ? value : 0);
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
                if (end.typeKind() == TypeKind.REFERENCE) {
                    long value = pop(TypeKind.REFERENCE);
                    escapes |= (value & SELF) != 0;
                    returned.addAll(of(value));
                }
                stack = null;
            }
            case ThrowInstruction end -> {
                consume(pop(TypeKind.REFERENCE));
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
        long value = pop(store.typeKind());
        long before = variables.getOrDefault(store.slot(), 0L);
        if ((value & ~before) != 0) {
            variables.put(store.slot(), value | before);
            changed = true;
        }
    }

    private void field(FieldInstruction field) {
        TypeKind kind = TypeKind.from(field.typeSymbol());
        switch (field.opcode()) {
            case GETFIELD -> push(kind, read(field, kind, pop(TypeKind.REFERENCE)));
            case GETSTATIC -> push(kind, 0);
            case PUTFIELD -> {
                consume(pop(kind));
                drop(1);
            }
            default -> consume(pop(kind));
        }
    }

    private long read(FieldInstruction field, TypeKind kind, long from) {
        if (kind != TypeKind.REFERENCE) {
            return 0;
        }
        String owner = field.owner().asInternalName();
        String name = field.name().stringValue();
        use(from, Visit.How.read(owner, name));
        return (from & SELF) == 0 ? 0 : value(new Name(owner, name));
    }

    private void invoke(InvokeInstruction invoke) {
        Receiver receiver =
                switch (invoke.opcode()) {
                    case INVOKESTATIC -> Receiver.NONE;
                    case INVOKESPECIAL -> Receiver.FIXED;
                    default -> Receiver.VIRTUAL;
                };
        String owner = invoke.owner().asInternalName();
        String name = invoke.name().stringValue();
        MethodTypeDesc type = invoke.typeSymbol();
        List<Long> arguments = arguments(type, receiver != Receiver.NONE);
        if (owner.equals("java/util/Objects") && name.equals("requireNonNull")) {
            push(TypeKind.REFERENCE, arguments.getFirst());
            return;
        }
        if (owner.equals("java/lang/System") && name.equals("identityHashCode")) {
            push(TypeKind.INT, 0);
            return;
        }
        boolean first = receiver != Receiver.NONE;
        if (first) {
            useReceiver(arguments.getFirst(), name, type.descriptorString());
        }
        arguments.stream().skip(first ? 1 : 0).forEach(value -> use(value, Visit.How.HASHED));
        long result = 0;
        BitSet self = self(arguments);
        if (!self.isEmpty()) {
            for (Name field : call(new Call(receiver, owner, name, type.descriptorString(), self))) {
                result |= value(field);
            }
        }
        push(TypeKind.from(type.returnType()), result);
    }

    private void useReceiver(long value, String name, String descriptor) {
        if (name.equals("getClass")) {
            return;
        }
        boolean hashes = OF_HASHING.contains(name + descriptor) || name.equals("compareTo");
        use(value, hashes ? Visit.How.HASHED : Visit.How.called(name, descriptor));
    }

    private Set<Name> call(Call call) {
        Set<Name> result = callees.returned(call);
        escapes |= result == null;
        return result == null ? Set.of() : result;
    }

    /** Making a lambda is taken for calling it, and hashing what it returns. */
    private void dynamic(InvokeDynamicInstruction dynamic) {
        MethodTypeDesc type = dynamic.typeSymbol();
        List<Long> arguments = arguments(type, false);
        arguments.forEach(value -> use(value, Visit.How.HASHED));
        BitSet self = self(arguments);
        if (!self.isEmpty()) {
            DirectMethodHandleDesc body = body(dynamic);
            if (body == null) {
                escapes = true;
            } else {
                call(call(body, self)).forEach(field -> uses.add(new Use(field, Visit.How.HASHED)));
            }
        }
        push(TypeKind.from(type.returnType()), 0);
    }

    private static BitSet self(List<Long> arguments) {
        BitSet self = new BitSet();
        for (int i = 0; i < arguments.size(); i++) {
            self.set(i, (arguments.get(i) & SELF) != 0);
        }
        return self;
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
        Receiver receiver =
                switch (body.kind()) {
                    case STATIC, INTERFACE_STATIC -> Receiver.NONE;
                    case SPECIAL, INTERFACE_SPECIAL, CONSTRUCTOR -> Receiver.FIXED;
                    default -> Receiver.VIRTUAL;
                };
        String owner = body.owner().descriptorString();
        return new Call(
                receiver, owner.substring(1, owner.length() - 1), body.methodName(), body.lookupDescriptor(), self);
    }

    /** Takes the arguments from the stack, the receiver first if there is one. */
    private List<Long> arguments(MethodTypeDesc type, boolean receiver) {
        List<Long> arguments = new ArrayList<>();
        for (int i = type.parameterCount() - 1; i >= 0; i--) {
            arguments.addFirst(pop(TypeKind.from(type.parameterType(i))));
        }
        if (receiver) {
            arguments.addFirst(pop(TypeKind.REFERENCE));
        }
        return arguments;
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
        List<Long> now = now();
        List<Long> copied = List.copyOf(now.subList(now.size() - some, now.size()));
        now.addAll(now.size() - some - below, copied);
    }

    private void push(TypeKind kind, long value) {
        for (int i = 0; i < kind.slotSize(); i++) {
            now().add(value);
        }
    }

    private long pop(TypeKind kind) {
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

    private void drop(int slots) {
        for (int i = 0; i < slots; i++) {
            pop();
        }
    }

    private void replace(int slots, TypeKind kind) {
        drop(slots);
        push(kind, 0);
    }

    private List<Long> now() {
        if (stack == null) {
            throw new IllegalArgumentException("code that nothing leads to");
        }
        return stack;
    }
}
