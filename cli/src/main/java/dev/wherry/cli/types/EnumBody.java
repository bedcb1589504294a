package dev.wherry.cli.types;

import static java.lang.classfile.ClassFile.ACC_ENUM;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.CLASS_INIT_NAME;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.wherry.statistics.InterfaceDescription;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** Generates the members of an enum: its constants, {@code values} and {@code valueOf}. */
record EnumBody(InterfaceDescription.Type type) {
    static final ClassDesc ENUM = ClassDesc.of("java.lang.Enum");

    /** The field of javac for the constants. A constant of the same name is another field, because its type differs. */
    private static final String ALL = "$VALUES";

    private static final MethodTypeDesc CONSTRUCTOR = MethodTypeDesc.of(CD_void, CD_String, CD_int);

    void into(ClassBuilder to) {
        for (String constant : type.constants()) {
            to.withField(constant, self(), ACC_PUBLIC | ACC_STATIC | ACC_FINAL | ACC_ENUM);
        }
        to.withField(ALL, self().arrayType(), ACC_PRIVATE | ACC_STATIC | ACC_FINAL | ACC_SYNTHETIC);
        to.withMethodBody(
                INIT_NAME,
                CONSTRUCTOR,
                ACC_PRIVATE,
                code -> code.aload(0)
                        .aload(1)
                        .iload(2)
                        .invokespecial(ENUM, INIT_NAME, CONSTRUCTOR)
                        .return_());
        to.withMethodBody(
                "values",
                MethodTypeDesc.of(self().arrayType()),
                ACC_PUBLIC | ACC_STATIC,
                code -> code.getstatic(self(), ALL, self().arrayType())
                        .invokevirtual(self().arrayType(), "clone", MethodTypeDesc.of(CD_Object))
                        .checkcast(self().arrayType())
                        .areturn());
        to.withMethodBody(
                "valueOf",
                MethodTypeDesc.of(self(), CD_String),
                ACC_PUBLIC | ACC_STATIC,
                code -> code.ldc(self())
                        .aload(0)
                        .invokestatic(ENUM, "valueOf", MethodTypeDesc.of(ENUM, CD_Class, CD_String))
                        .checkcast(self())
                        .areturn());
        to.withMethodBody(CLASS_INIT_NAME, MTD_void, ACC_STATIC, this::constants);
    }

    private void constants(CodeBuilder code) {
        code.loadConstant(type.constants().size()).anewarray(self());
        for (int i = 0; i < type.constants().size(); i++) {
            String constant = type.constants().get(i);
            code.dup()
                    .loadConstant(i)
                    .new_(self())
                    .dup()
                    .ldc(constant)
                    .loadConstant(i)
                    .invokespecial(self(), INIT_NAME, CONSTRUCTOR)
                    .dup()
                    .putstatic(self(), constant, self())
                    .aastore();
        }
        code.putstatic(self(), ALL, self().arrayType()).return_();
    }

    private ClassDesc self() {
        return ClassDesc.of(type.name());
    }
}
