package dev.wherry.codec.compact;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.Types;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Serializable lambdas and method references. A schema carries, once, what a lambda calls. A value is the list of
 * captured values, each written as the parameter that it becomes is declared.
 */
final class LambdaCodec extends SchemaCodec {
    private final Description lambda;
    private final List<Slot> captures;

    LambdaCodec(Class<?> type, Description lambda, Schema schema, CodecContext codecs) {
        super(type, schema, schema.define(), false);
        this.lambda = lambda;
        this.captures = lambda.captured().stream().map(codecs::slot).toList();
    }

    /** Returns whether a class is that of a lambda, serializable or not. */
    static boolean is(Class<?> type) {
        return type.isHidden() && type.getName().contains("$$Lambda");
    }

    /** Returns the codec of lambdas that a peer has defined. */
    static LambdaCodec of(Schema schema, Class<?> capturing, CodecContext codecs) {
        Description lambda = Description.of(schema, capturing);
        if (!lambda.isAllowed(codecs.types)) {
            throw codecs.types.refusal(capturing.getName() + "$$Lambda");
        }
        return new LambdaCodec(lambda.type(), lambda, schema, codecs);
    }

    /** Accepts any interface: a lambda may implement further ones, which are known only once it is made. */
    @Override
    boolean fits(Slot slot) {
        return slot.raw.isInterface() || slot.raw == Object.class;
    }

    @Override
    ValueCodec as(Schema theirs) {
        throw new IllegalStateException("A lambda has no other versions: " + schema);
    }

    @Override
    void write(Object value, Slot at, Writer to) {
        SerializedLambda taken = Description.take(value);
        for (int i = 0; i < captures.size(); i++) {
            Slot slot = captures.get(i);
            try {
                slot.write(slot.kind, taken.getCapturedArg(i), to);
            } catch (RuntimeException e) {
                throw ErrorPath.step(ErrorPath.thrown(e, "Writing a lambda"), "[captured " + (i + 1) + "]");
            }
        }
    }

    @Override
    Object read(Slot at, Reader from, int id) {
        @Nullable Object[] values = new @Nullable Object[captures.size()];
        for (int i = 0; i < values.length; i++) {
            Slot slot = captures.get(i);
            values[i] = slot.read(slot.kind, from);
        }
        return lambda.make(values);
    }

    /**
     * The method that a serializable lambda calls, from its {@link SerializedLambda}. It also makes the lambda again,
     * by a method that javac adds to the capturing class. That method makes no lambdas but those of the class.
     */
    static final class Description {
        private static final String MAKER = "$deserializeLambda$";
        private static final MethodType MAKES = MethodType.methodType(Object.class, SerializedLambda.class);
        /** The prefix of each fact in a schema. It makes all facts different. */
        private static final List<String> LABELS =
                List.of("interface ", "method ", "descriptor ", "kind ", "class ", "calls ", "signature ", "as ");

        private static final ClassValue<MethodHandle> TAKER = new ClassValue<>() {
            @Override
            protected MethodHandle computeValue(Class<?> type) {
                return Objects.requireNonNull(SerialMethods.writeReplace(type), "a serializable lambda's writeReplace")
                        .asType(MethodType.genericMethodType(1));
            }
        };

        private final Class<?> capturing;
        private final List<String> facts;
        private final int kind;
        private volatile @Nullable MethodHandle maker;
        private volatile boolean checked;

        private Description(Class<?> capturing, List<String> facts, int kind) {
            this.capturing = capturing;
            this.facts = facts;
            this.kind = kind;
        }

        static SerializedLambda take(Object lambda) {
            try {
                return (SerializedLambda) (Object) TAKER.get(lambda.getClass()).invokeExact(lambda);
            } catch (Throwable e) {
                throw ErrorPath.failure(e, "Taking a lambda apart");
            }
        }

        static Description of(Object value) {
            SerializedLambda lambda = take(value);
            Class<?> capturing = named(
                    lambda.getCapturingClass().replace('/', '.'),
                    value.getClass().getClassLoader());
            List<String> facts = List.of(
                    lambda.getFunctionalInterfaceClass(),
                    lambda.getFunctionalInterfaceMethodName(),
                    lambda.getFunctionalInterfaceMethodSignature(),
                    String.valueOf(lambda.getImplMethodKind()),
                    lambda.getImplClass(),
                    lambda.getImplMethodName(),
                    lambda.getImplMethodSignature(),
                    lambda.getInstantiatedMethodType());
            return new Description(capturing, facts, lambda.getImplMethodKind());
        }

        /** Returns the description that a peer has sent. */
        static Description of(Schema schema, Class<?> capturing) {
            List<String> facts = new ArrayList<>();
            for (Schema.Part part : schema.parts()) {
                String label = facts.size() < LABELS.size() ? LABELS.get(facts.size()) : "";
                if (label.isEmpty() || !part.name().startsWith(label)) {
                    throw CodecException.malformed("a lambda of " + schema.className() + " with '" + part.name() + "'");
                }
                facts.add(part.name().substring(label.length()));
            }
            if (facts.size() != LABELS.size() || !facts.get(3).matches("[1-9]")) {
                throw CodecException.malformed("a lambda of " + schema.className() + " with " + facts);
            }
            return new Description(capturing, List.copyOf(facts), Integer.parseInt(facts.get(3)));
        }

        /**
         * Returns whether such lambdas are values here. Lambdas of JDK classes are not: only the JDK could make them
         * again.
         */
        boolean isAllowed(Types types) {
            return capturing.getClassLoader() != null
                    && types.allowsLambda(capturing, facts.get(4) + "." + facts.get(5) + facts.get(6));
        }

        Schema schema() {
            List<Schema.Part> parts = new ArrayList<>();
            for (int i = 0; i < facts.size(); i++) {
                parts.add(new Schema.Part(LABELS.get(i) + facts.get(i), FieldKind.OPEN));
            }
            return new Schema(Schema.Shape.LAMBDA, capturing.getName(), false, parts);
        }

        /** Returns the interface that the lambda implements. */
        Class<?> type() {
            return named(facts.getFirst().replace('/', '.'), capturing.getClassLoader());
        }

        /**
         * Returns the declared types of the captured values: the parameters of the called method before those that the
         * interface's method passes.
         */
        List<Type> captured() {
            List<Type> inputs = new ArrayList<>();
            boolean bound = kind != MethodHandleInfo.REF_invokeStatic && kind != MethodHandleInfo.REF_newInvokeSpecial;
            if (bound) {
                inputs.add(named(facts.get(4).replace('/', '.'), capturing.getClassLoader()));
            }
            inputs.addAll(Arrays.asList(type(facts.get(6)).parameterArray()));
            int passed = type(facts.get(7)).parameterCount();
            if (passed > inputs.size()) {
                throw CodecException.malformed(
                        "a lambda of " + capturing.getName() + " that passes more than it takes");
            }
            return inputs.subList(0, inputs.size() - passed);
        }

        Object make(@Nullable Object[] captures) {
            SerializedLambda serialized = new SerializedLambda(
                    capturing,
                    facts.get(0),
                    facts.get(1),
                    facts.get(2),
                    kind,
                    facts.get(4),
                    facts.get(5),
                    facts.get(6),
                    facts.get(7),
                    captures);
            Object made;
            try {
                made = (Object) maker().invokeExact(serialized);
            } catch (Throwable e) {
                throw ErrorPath.failure(
                        e, "Making a lambda of " + capturing.getName() + ", which may be of another version here,");
            }
            if (made == null) {
                throw CodecException.malformed("null instead of a lambda of " + capturing.getName());
            }
            if (!checked) {
                check(made);
                checked = true;
            }
            return made;
        }

        /**
         * Makes the lambda again on the sending side before the first one is sent. If its module is closed, only the
         * class itself could do so, and errors are found by the reader.
         */
        void checkIsMadeAgain(SerializedLambda taken) {
            try {
                maker = MemberAccess.into(capturing).findStatic(capturing, MAKER, MAKES);
            } catch (NoSuchMethodException | IllegalAccessException e) {
                return;
            }
            @Nullable Object[] captures = new @Nullable Object[taken.getCapturedArgCount()];
            for (int i = 0; i < captures.length; i++) {
                captures[i] = taken.getCapturedArg(i);
            }
            make(captures);
        }

        /**
         * Refuses two references to one method that are used as different types. The method that the compiler adds does
         * not distinguish them.
         */
        private void check(Object made) {
            String type = LambdaCodec.is(made.getClass()) ? take(made).getInstantiatedMethodType() : facts.get(7);
            if (!type.equals(facts.get(7))) {
                throw CodecException.impossible(capturing.getName() + " has two references to the method "
                        + facts.get(4).replace('/', '.') + "." + facts.get(5) + ", used as " + type + " and as "
                        + facts.get(7)
                        + ", and the code that its compiler made cannot distinguish them. Write one of them as"
                        + " a lambda");
            }
        }

        /** Finds the method when it is first needed, so that a side that only writes may keep its module closed. */
        private MethodHandle maker() {
            MethodHandle found = maker;
            if (found != null) {
                return found;
            }
            try {
                found = MemberAccess.into(capturing).findStatic(capturing, MAKER, MAKES);
                maker = found;
                return found;
            } catch (NoSuchMethodException | IllegalAccessException e) {
                if (e instanceof IllegalAccessException && e.getCause() instanceof LinkageError unlinked) {
                    throw unlinked; // whether it has the method is not known
                }
                throw CodecException.impossible(capturing.getName()
                        + " has no serializable lambdas here. Bring both sides to the same version of it");
            }
        }

        private MethodType type(String descriptor) {
            try {
                return MethodType.fromMethodDescriptorString(descriptor, capturing.getClassLoader());
            } catch (IllegalArgumentException | TypeNotPresentException e) {
                throw CodecException.impossible("A lambda of " + capturing.getName() + " calls a method of "
                        + descriptor + ", which is not here: " + e.getMessage());
            }
        }

        private static Class<?> named(String name, @Nullable ClassLoader loader) {
            try {
                return Class.forName(name, false, loader);
            } catch (ClassNotFoundException | LinkageError e) {
                throw CodecException.impossible("A lambda's class " + name + " is not here: " + e);
            }
        }
    }
}
