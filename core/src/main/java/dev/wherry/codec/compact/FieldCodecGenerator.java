package dev.wherry.codec.compact;

import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.attribute.ExceptionsAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Generates the {@link FieldCodec} of one class. What the code cannot name, such as places and the method handles of members
 * out of its reach, is its class data, which the JIT takes for constants.
 */
final class FieldCodecGenerator {
    private static final ClassDesc BODY = desc(FieldCodec.class);
    private static final ClassDesc WRITER = desc(Writer.class);
    private static final ClassDesc READER = desc(Reader.class);
    private static final ClassDesc PLACE = desc(Slot.class);
    private static final ClassDesc OUT = desc(Out.class);
    private static final ClassDesc IN = desc(In.class);
    private static final ClassDesc FAILURE = desc(CodecException.class);
    private static final ClassDesc NAMES = CD_String.arrayType();

    private static final int SLOT_OR_TO = 2;
    private static final int OBJECT = 3;
    private static final int MEMBER = 4;
    private static final int BYTES = 5;

    private final ClassLayout layout;
    private final boolean nestmate;
    private final ClassDesc target;
    private final List<Object> data = new ArrayList<>();

    private FieldCodecGenerator(ClassLayout layout, boolean nestmate) {
        this.layout = layout;
        this.nestmate = nestmate;
        this.target = nestmate ? desc(layout.type()) : CD_Object;
    }

    static boolean mayBeNestmate(Class<?> type) {
        return type.getModule().equals(FieldCodecGenerator.class.getModule()) && !type.isHidden();
    }

    static FieldCodec make(ClassLayout layout, boolean nestmate) {
        return new FieldCodecGenerator(layout, nestmate).make();
    }

    private FieldCodec make() {
        Class<?> beside = nestmate ? layout.type() : FieldCodecGenerator.class;
        byte[] code = ClassFile.of().build(ClassDesc.of(beside.getName() + "$$Wherry"), builder -> {
            builder.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER).withSuperclass(BODY);
            builder.withMethodBody(
                    INIT_NAME,
                    MTD_void,
                    0,
                    c -> c.aload(0).invokespecial(BODY, INIT_NAME, MTD_void).return_());
            method(builder, "write", MethodTypeDesc.of(CD_void, CD_Object, WRITER), this::write);
            method(
                    builder,
                    "read",
                    MethodTypeDesc.of(CD_Object, READER, CD_int),
                    layout.record() ? this::readRecord : this::readObject);
        });
        try {
            MethodHandles.Lookup lookup = nestmate
                    ? MemberAccess.into(beside)
                            .defineHiddenClassWithClassData(code, data, true, MethodHandles.Lookup.ClassOption.NESTMATE)
                    : MethodHandles.lookup().defineHiddenClassWithClassData(code, data, true);
            return (FieldCodec) lookup.findConstructor(lookup.lookupClass(), MethodType.methodType(void.class))
                    .invoke();
        } catch (Throwable e) {
            throw new IllegalStateException("The code generated for " + layout.type() + " is wrong", e);
        }
    }

    private static void method(ClassBuilder builder, String name, MethodTypeDesc type, Consumer<CodeBuilder> code) {
        builder.withMethod(
                name,
                type,
                ClassFile.ACC_PUBLIC,
                method ->
                        method.with(ExceptionsAttribute.ofSymbols(CD_Throwable)).withCode(code));
    }

    /** {@code void write(Object value, Writer to)}. */
    private void write(CodeBuilder c) {
        c.aload(1);
        if (nestmate) {
            c.checkcast(target);
        }
        c.astore(OBJECT);
        c.aload(SLOT_OR_TO).invokevirtual(WRITER, "out", MethodTypeDesc.of(OUT)).astore(BYTES);
        c.loadConstant(-1).istore(MEMBER);
        c.trying(
                body -> {
                    int index = 0;
                    for (Member member : layout.members()) {
                        FieldKind kind = member.kind();
                        if (kind == FieldKind.OPEN) {
                            body.loadConstant(index).istore(MEMBER);
                            constant(body, member.slot(), PLACE);
                            get(body, member);
                            body.aload(SLOT_OR_TO)
                                    .invokevirtual(PLACE, "write", MethodTypeDesc.of(CD_void, CD_Object, WRITER));
                        } else {
                            body.aload(BYTES);
                            get(body, member);
                            body.invokevirtual(OUT, kind.writes, MethodTypeDesc.of(CD_void, desc(kind.written)));
                        }
                        index++;
                    }
                    body.return_();
                },
                this::rethrow);
    }

    /** {@code Object read(Reader from, int id)}, of a class. */
    private void readObject(CodeBuilder c) {
        Constructor<?> constructor = layout.constructor();
        if (constructor != null && reaches(constructor)) {
            c.new_(target).dup().invokespecial(target, INIT_NAME, MTD_void);
        } else {
            invoke(c, layout.maker(), none -> {});
            if (nestmate) {
                c.checkcast(target);
            }
        }
        c.astore(OBJECT);
        c.aload(1)
                .iload(SLOT_OR_TO)
                .aload(OBJECT)
                .invokevirtual(READER, "started", MethodTypeDesc.of(CD_void, CD_int, CD_Object));
        begin(c);
        c.trying(
                body -> {
                    int index = 0;
                    for (Member member : layout.members()) {
                        body.loadConstant(index++).istore(MEMBER);
                        set(body, member);
                    }
                    body.aload(OBJECT).areturn();
                },
                this::rethrow);
    }

    private void set(CodeBuilder c, Member member) {
        Field field = Objects.requireNonNull(member.field());
        if (!Modifier.isFinal(field.getModifiers()) && reaches(field)) {
            c.aload(OBJECT);
            value(c, member, desc(member.type()));
            c.putfield(desc(field.getDeclaringClass()), field.getName(), desc(member.type()));
            return;
        }
        Class<?> erased = member.kind().type;
        MethodHandle setter = Objects.requireNonNull(member.setter());
        invoke(c, setter.asType(MethodType.methodType(void.class, Object.class, erased)), arguments -> {
            arguments.aload(OBJECT);
            value(arguments, member, desc(erased));
        });
    }

    /** {@code Object read(Reader from, int id)}, of a record. */
    private void readRecord(CodeBuilder c) {
        begin(c);
        c.trying(
                body -> {
                    if (reaches(Objects.requireNonNull(layout.constructor()))) {
                        body.new_(target).dup();
                        List<ClassDesc> types = values(body, Member::type);
                        body.invokespecial(target, INIT_NAME, MethodTypeDesc.of(CD_void, types));
                    } else {
                        List<Class<?>> erased = layout.members().stream()
                                .<Class<?>>map(member -> member.kind().type)
                                .toList();
                        MethodHandle maker = layout.maker().asType(MethodType.methodType(Object.class, erased));
                        invoke(body, maker, arguments -> values(arguments, member -> member.kind().type));
                    }
                    body.areturn();
                },
                this::rethrow);
    }

    /** Pushes what is read for all members, each as a type of its. */
    private List<ClassDesc> values(CodeBuilder c, Function<Member, Class<?>> as) {
        List<ClassDesc> types =
                layout.members().stream().map(member -> desc(as.apply(member))).toList();
        for (int i = 0; i < types.size(); i++) {
            c.loadConstant(i).istore(MEMBER);
            value(c, layout.members().get(i), types.get(i));
        }
        return types;
    }

    /** Invokes a handle with what {@code arguments} pushes. */
    private void invoke(CodeBuilder c, MethodHandle handle, Consumer<CodeBuilder> arguments) {
        constant(c, handle, CD_MethodHandle);
        arguments.accept(c);
        c.invokevirtual(
                CD_MethodHandle,
                "invokeExact",
                handle.type().describeConstable().orElseThrow());
    }

    private static void begin(CodeBuilder c) {
        c.aload(1).invokevirtual(READER, "in", MethodTypeDesc.of(IN)).astore(BYTES);
        c.loadConstant(-1).istore(MEMBER);
    }

    /** Pushes what a member holds, of its own type, or erased if it comes through a method handle. */
    private void get(CodeBuilder c, Member member) {
        Field field = member.field();
        if (field != null && reaches(field)) {
            c.aload(OBJECT).getfield(desc(field.getDeclaringClass()), field.getName(), desc(member.type()));
        } else {
            MethodType erased = MethodType.methodType(member.kind().type, Object.class);
            invoke(c, member.getter().asType(erased), arguments -> arguments.aload(OBJECT));
        }
    }

    /** Pushes what is read for a member, as {@code type}. */
    private void value(CodeBuilder c, Member member, ClassDesc type) {
        FieldKind kind = member.kind();
        if (kind != FieldKind.OPEN) {
            c.aload(BYTES).invokevirtual(IN, kind.reads, MethodTypeDesc.of(desc(kind.got)));
            if (kind == FieldKind.BYTE) {
                c.i2b();
            }
            return;
        }
        constant(c, member.slot(), PLACE);
        c.aload(1).invokevirtual(PLACE, "read", MethodTypeDesc.of(CD_Object, READER));
        if (!type.equals(CD_Object)) {
            c.checkcast(type);
        }
    }

    /** Catches failures of members to add the member's name. */
    private void rethrow(CodeBuilder.CatchBuilder catching) {
        catching.catching(FAILURE, c -> {
            c.astore(BYTES).aload(BYTES);
            constant(c, layout.names(), NAMES);
            c.iload(MEMBER)
                    .invokestatic(BODY, "at", MethodTypeDesc.of(desc(RuntimeException.class), FAILURE, NAMES, CD_int))
                    .athrow();
        });
    }

    /** Whether the generated class may name a member: private ones of the nest, others of the package. */
    private boolean reaches(java.lang.reflect.Member named) {
        Class<?> owner = named.getDeclaringClass();
        return nestmate
                && (owner.getNestHost().equals(layout.type().getNestHost())
                        || (!Modifier.isPrivate(named.getModifiers())
                                && owner.getPackage().equals(layout.type().getPackage())));
    }

    private void constant(CodeBuilder c, Object value, ClassDesc type) {
        c.loadConstant(DynamicConstantDesc.ofNamed(
                ConstantDescs.BSM_CLASS_DATA_AT, ConstantDescs.DEFAULT_NAME, type, data.size()));
        data.add(value);
    }

    private static ClassDesc desc(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }
}
