package dev.wherry.codec;

import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.DiscontinuedInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
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
 * Finds how the code of one method uses an object and the values of its fields. The object is {@code this}, or the
 * argument of {@code equals} or {@code compareTo}. The code is simulated with an {@link OperandStack}. A variable that
 * once held one of these values counts as holding it everywhere.
 */
final class MethodFlow {
    private static final String LAMBDAS = "Ljava/lang/invoke/LambdaMetafactory;";
    private static final Set<String> OF_HASHING = Set.of("hashCode()I", "equals(Ljava/lang/Object;)Z");

    /** The bit of the object itself in a value of the simulation. Each further bit is one of its fields. */
    private static final long SELF = 1;

    private static final int MOST_FIELDS = Long.SIZE - 1;

    /** A field, by the class that the code names. That class declares or inherits it. */
    record Name(String owner, String field) {}

    /** An operation on the value of a field. */
    record Use(Name field, Visit.How how) {}

    /**
     * A call of a method that gets the object.
     *
     * @param self the indexes of the arguments that are the object, the receiver first if there is one
     */
    record Call(Receiver receiver, String owner, String name, String descriptor, BitSet self) {}

    /** How a call finds its method. */
    enum Receiver {
        NONE,
        /** The method of the class that the code names. */
        FIXED,
        /** The method of the class of the receiver. */
        VIRTUAL
    }

    /** Knows the methods that get the object. */
    interface Callees {
        /** Returns the fields whose value a method may return; null if that is not known. */
        @Nullable
        Set<Name> returned(Call call);
    }

    final Set<Use> uses = new LinkedHashSet<>();
    final Set<Name> returned = new LinkedHashSet<>();
    /** Whether the object is stored, returned, or passed to unknown code. */
    boolean escapes;

    private final Callees callees;
    private final List<Name> fields = new ArrayList<>();
    private final Map<Integer, Long> variables = new HashMap<>();
    private final OperandStack stack;
    private boolean changed;

    private MethodFlow(OperandStack stack, Callees callees) {
        this.stack = stack;
        this.callees = callees;
    }

    /** @param self the indexes of the arguments that are the object, the receiver first if there is one */
    static MethodFlow of(CodeModel code, MethodTypeDesc type, boolean isStatic, BitSet self, Callees callees) {
        MethodFlow use = new MethodFlow(new OperandStack(code), callees);
        use.begin(type, isStatic, self);
        do {
            use.changed = false;
            code.forEach(use::step);
            use.changed |= use.stack.restart();
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

    /** Records that unknown code gets a value. */
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
            stack.label(target.label());
        } else if (element instanceof Instruction instruction) {
            stack.begin();
            run(instruction);
        }
    }

    private void run(Instruction instruction) {
        switch (instruction) {
            case LoadInstruction load -> {
                boolean reference = load.typeKind() == TypeKind.REFERENCE;
                stack.push(load.typeKind(), reference ? variables.getOrDefault(load.slot(), 0L) : 0);
            }
            case StoreInstruction store -> store(store);
            case FieldInstruction field -> field(field);
            case InvokeInstruction invoke -> invoke(invoke);
            case InvokeDynamicInstruction dynamic -> dynamic(dynamic);
            case ArrayStoreInstruction store -> {
                consume(stack.pop(store.typeKind()));
                stack.drop(2);
            }
            case ReturnInstruction end -> {
                if (end.typeKind() == TypeKind.REFERENCE) {
                    long value = stack.pop(TypeKind.REFERENCE);
                    escapes |= (value & SELF) != 0;
                    returned.addAll(of(value));
                }
                stack.end();
            }
            case ThrowInstruction end -> {
                consume(stack.pop(TypeKind.REFERENCE));
                stack.end();
            }
            case DiscontinuedInstruction old -> escapes = true;
            default -> stack.run(instruction);
        }
    }

    private void store(StoreInstruction store) {
        long value = stack.pop(store.typeKind());
        long before = variables.getOrDefault(store.slot(), 0L);
        if ((value & ~before) != 0) {
            variables.put(store.slot(), value | before);
            changed = true;
        }
    }

    private void field(FieldInstruction field) {
        TypeKind kind = TypeKind.from(field.typeSymbol());
        switch (field.opcode()) {
            case GETFIELD -> stack.push(kind, read(field, kind, stack.pop(TypeKind.REFERENCE)));
            case GETSTATIC -> stack.push(kind, 0);
            case PUTFIELD -> {
                consume(stack.pop(kind));
                stack.drop(1);
            }
            default -> consume(stack.pop(kind));
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
        Receiver receiver = switch (invoke.opcode()) {
            case INVOKESTATIC -> Receiver.NONE;
            case INVOKESPECIAL -> Receiver.FIXED;
            default -> Receiver.VIRTUAL;
        };
        String owner = invoke.owner().asInternalName();
        String name = invoke.name().stringValue();
        MethodTypeDesc type = invoke.typeSymbol();
        List<Long> arguments = arguments(type, receiver != Receiver.NONE);
        if (owner.equals("java/util/Objects") && name.equals("requireNonNull")) {
            stack.push(TypeKind.REFERENCE, arguments.getFirst());
            return;
        }
        if (owner.equals("java/lang/System") && name.equals("identityHashCode")) {
            stack.push(TypeKind.INT, 0);
            return;
        }
        boolean first = receiver != Receiver.NONE;
        if (first) {
            useReceiver(arguments.getFirst(), name, type.descriptorString());
        }
        Visit.How how = first && orders(name) ? Visit.How.ORDERED : Visit.How.HASHED;
        arguments.stream().skip(first ? 1 : 0).forEach(value -> use(value, how));
        long result = 0;
        BitSet self = self(arguments);
        if (!self.isEmpty()) {
            for (Name field : call(new Call(receiver, owner, name, type.descriptorString(), self))) {
                result |= value(field);
            }
        }
        stack.push(TypeKind.from(type.returnType()), result);
    }

    private void useReceiver(long value, String name, String descriptor) {
        if (name.equals("getClass")) {
            return;
        }
        if (OF_HASHING.contains(name + descriptor)) {
            use(value, Visit.How.HASHED);
        } else {
            use(value, orders(name) ? Visit.How.ORDERED : Visit.How.called(name, descriptor));
        }
    }

    private static boolean orders(String method) {
        return method.equals("compareTo");
    }

    private Set<Name> call(Call call) {
        Set<Name> result = callees.returned(call);
        escapes |= result == null;
        return result == null ? Set.of() : result;
    }

    /** Treats the creation of a lambda as a call of it whose result is hashed. */
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
        stack.push(TypeKind.from(type.returnType()), 0);
    }

    private static BitSet self(List<Long> arguments) {
        BitSet self = new BitSet();
        for (int i = 0; i < arguments.size(); i++) {
            self.set(i, (arguments.get(i) & SELF) != 0);
        }
        return self;
    }

    /** Returns the method that runs as a lambda or method reference; null if none is made. */
    private static @Nullable DirectMethodHandleDesc body(InvokeDynamicInstruction dynamic) {
        boolean lambda = dynamic.bootstrapMethod().owner().descriptorString().equals(LAMBDAS);
        return lambda && dynamic.bootstrapArgs().get(1) instanceof DirectMethodHandleDesc body ? body : null;
    }

    /**
     * Returns the lambdas and method references that some code makes, called with the object as each of their
     * arguments.
     */
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

    /** Takes the arguments from the stack, the receiver first if there is one. */
    private List<Long> arguments(MethodTypeDesc type, boolean receiver) {
        List<Long> arguments = new ArrayList<>();
        for (int i = type.parameterCount() - 1; i >= 0; i--) {
            arguments.addFirst(stack.pop(TypeKind.from(type.parameterType(i))));
        }
        if (receiver) {
            arguments.addFirst(stack.pop(TypeKind.REFERENCE));
        }
        return arguments;
    }
}
