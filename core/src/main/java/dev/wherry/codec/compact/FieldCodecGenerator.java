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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Generates the {@link FieldCodec} of one class, as a hidden class of this package. The slots and method handles of the
 * members are its class data, which the JIT compiler treats as constants.
 */
final class FieldCodecGenerator {
    private static final ClassDesc BODY = desc(FieldCodec.class);
    private static final ClassDesc WRITER = desc(Writer.class);
    private static final ClassDesc READER = desc(Reader.class);
    private static final ClassDesc SLOT = desc(Slot.class);
    private static final ClassDesc OUT = desc(Out.class);
    private static final ClassDesc IN = desc(In.class);
    private static final ClassDesc FAILURE = desc(CodecException.class);
    private static final ClassDesc NAMES = CD_String.arrayType();

    private static final int ID_OR_TO = 2;
    private static final int OBJECT = 3;
    private static final int MEMBER = 4;
    private static final int BYTES = 5;

    private final ClassLayout layout;
    private final List<Object> data = new ArrayList<>();

    private FieldCodecGenerator(ClassLayout layout) {
        this.layout = layout;
    }

    static FieldCodec make(ClassLayout layout) {
        return new FieldCodecGenerator(layout).make();
    }

    private FieldCodec make() {
        byte[] code = ClassFile.of().build(ClassDesc.of(FieldCodecGenerator.class.getName() + "$$Wherry"), builder -> {
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
                    layout.construction() == ClassLayout.Construction.FROM_MEMBERS ? this::readAtOnce : this::readInto);
        });
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup().defineHiddenClassWithClassData(code, data, true);
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
        c.aload(1).astore(OBJECT);
        c.aload(ID_OR_TO).invokevirtual(WRITER, "out", MethodTypeDesc.of(OUT)).astore(BYTES);
        c.loadConstant(-1).istore(MEMBER);
        c.trying(
                block -> {
                    int index = 0;
                    for (Member member : layout.members()) {
                        FieldKind kind = member.kind();
                        if (kind == FieldKind.OPEN) {
                            block.loadConstant(index).istore(MEMBER);
                            constant(block, member.slot(), SLOT);
                            get(block, member);
                            block.aload(ID_OR_TO)
                                    .invokevirtual(SLOT, "write", MethodTypeDesc.of(CD_void, CD_Object, WRITER));
                        } else {
                            block.aload(BYTES);
                            get(block, member);
                            block.invokevirtual(OUT, kind.writes, MethodTypeDesc.of(CD_void, desc(kind.written)));
                        }
                        index++;
                    }
                    block.return_();
                },
                this::rethrow);
    }

    /** {@code Object read(Reader from, int id)}: makes the object, then sets its members one by one. */
    private void readInto(CodeBuilder c) {
        invoke(c, layout.maker(), none -> {});
        c.astore(OBJECT);
        c.aload(1)
                .iload(ID_OR_TO)
                .aload(OBJECT)
                .invokevirtual(READER, "started", MethodTypeDesc.of(CD_void, CD_int, CD_Object));
        begin(c);
        c.trying(
                block -> {
                    int index = 0;
                    for (Member member : layout.members()) {
                        block.loadConstant(index++).istore(MEMBER);
                        Class<?> erased = member.kind().type;
                        MethodType setter = MethodType.methodType(void.class, Object.class, erased);
                        invoke(block, member.setter().asType(setter), arguments -> {
                            arguments.aload(OBJECT);
                            value(arguments, member);
                        });
                    }
                    block.aload(OBJECT).areturn();
                },
                this::rethrow);
    }

    /** {@code Object read(Reader from, int id)}: reads all members, then makes the object of them. */
    private void readAtOnce(CodeBuilder c) {
        begin(c);
        c.trying(
                block -> {
                    List<Class<?>> erased = layout.members().stream()
                            .<Class<?>>map(member -> member.kind().type)
                            .toList();
                    MethodHandle maker = layout.maker().asType(MethodType.methodType(Object.class, erased));
                    invoke(block, maker, this::values);
                    block.areturn();
                },
                this::rethrow);
    }

    /** Pushes the values that are read for all members. */
    private void values(CodeBuilder c) {
        int index = 0;
        for (Member member : layout.members()) {
            c.loadConstant(index++).istore(MEMBER);
            value(c, member);
        }
    }

    /** Invokes a handle with the values that {@code arguments} pushes. */
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

    /** Pushes the value of a member: a primitive, text, or an object. */
    private void get(CodeBuilder c, Member member) {
        MethodType erased = MethodType.methodType(member.kind().type, Object.class);
        invoke(c, member.getter().asType(erased), arguments -> arguments.aload(OBJECT));
    }

    /** Pushes the value that is read for a member: a primitive, text, or an object. */
    private void value(CodeBuilder c, Member member) {
        FieldKind kind = member.kind();
        if (kind != FieldKind.OPEN) {
            c.aload(BYTES).invokevirtual(IN, kind.reads, MethodTypeDesc.of(desc(kind.got)));
            if (kind == FieldKind.BYTE) {
                c.i2b();
            }
            return;
        }
        constant(c, member.slot(), SLOT);
        c.aload(1).invokevirtual(SLOT, "read", MethodTypeDesc.of(CD_Object, READER));
    }

    /** Catches failures and adds the member's name. */
    private void rethrow(CodeBuilder.CatchBuilder catching) {
        catching.catching(FAILURE, c -> {
            c.astore(BYTES).aload(BYTES);
            constant(c, layout.names(), NAMES);
            c.iload(MEMBER)
                    .invokestatic(BODY, "at", MethodTypeDesc.of(desc(RuntimeException.class), FAILURE, NAMES, CD_int))
                    .athrow();
        });
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
