package dev.wherry.cli.types;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.wherry.cli.types.ByteCode.Component;
import dev.wherry.statistics.InterfaceDescription;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodSignature;
import java.lang.classfile.Signature;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.RecordAttribute;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.classfile.attribute.SignatureAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/** Generates the members of a record: fields, canonical constructor, accessors, and the methods that compare and print it. */
record RecordBody(InterfaceDescription.Type type, List<Component> components) {
    private static final ClassDesc RECORD = ClassDesc.of("java.lang.Record");
    private static final DirectMethodHandleDesc OBJECT_METHODS = MethodHandleDesc.ofMethod(
            DirectMethodHandleDesc.Kind.STATIC,
            ClassDesc.of("java.lang.runtime.ObjectMethods"),
            "bootstrap",
            MethodTypeDesc.of(
                    CD_Object,
                    ConstantDescs.CD_MethodHandles_Lookup,
                    CD_String,
                    ClassDesc.of("java.lang.invoke.TypeDescriptor"),
                    ConstantDescs.CD_Class,
                    CD_String,
                    ConstantDescs.CD_MethodHandle.arrayType()));

    void into(ClassBuilder to) {
        to.with(RecordAttribute.of(components.stream()
                .map(component -> RecordComponentInfo.of(
                        component.name(), component.erased(), SignatureAttribute.of(component.generic())))
                .toList()));
        for (Component component : components) {
            to.withField(
                    component.name(),
                    component.erased(),
                    field -> field.withFlags(ACC_PRIVATE | ACC_FINAL).with(SignatureAttribute.of(component.generic())));
            to.withMethod(
                    component.name(),
                    MethodTypeDesc.of(component.erased()),
                    ACC_PUBLIC,
                    accessor -> accessor.with(SignatureAttribute.of(MethodSignature.of(component.generic())))
                            .withCode(code -> code.aload(0)
                                    .getfield(self(), component.name(), component.erased())
                                    .return_(TypeKind.from(component.erased()))));
        }
        MethodTypeDesc canonical = MethodTypeDesc.of(
                CD_void, components.stream().map(Component::erased).toList());
        to.withMethod(
                INIT_NAME,
                canonical,
                ACC_PUBLIC,
                constructor -> constructor
                        .with(SignatureAttribute.of(MethodSignature.of(
                                Signature.of(CD_void),
                                components.stream().map(Component::generic).toArray(Signature[]::new))))
                        .withCode(this::assign));
        comparing(to, "equals", MethodTypeDesc.of(CD_boolean, CD_Object));
        comparing(to, "hashCode", MethodTypeDesc.of(CD_int));
        comparing(to, "toString", MethodTypeDesc.of(CD_String));
    }

    private void assign(CodeBuilder code) {
        code.aload(0).invokespecial(RECORD, INIT_NAME, MTD_void);
        for (int i = 0; i < components.size(); i++) {
            Component component = components.get(i);
            code.aload(0)
                    .loadLocal(TypeKind.from(component.erased()), code.parameterSlot(i))
                    .putfield(self(), component.name(), component.erased());
        }
        code.return_();
    }

    private void comparing(ClassBuilder to, String name, MethodTypeDesc descriptor) {
        List<ConstantDesc> details = new ArrayList<>();
        details.add(self());
        details.add(String.join(";", components.stream().map(Component::name).toList()));
        for (Component component : components) {
            details.add(MethodHandleDesc.ofField(
                    DirectMethodHandleDesc.Kind.GETTER, self(), component.name(), component.erased()));
        }
        DynamicCallSiteDesc site = DynamicCallSiteDesc.of(
                OBJECT_METHODS, name, descriptor.insertParameterTypes(0, self()), details.toArray(ConstantDesc[]::new));
        to.withMethodBody(name, descriptor, ACC_PUBLIC | ACC_FINAL, code -> {
            code.aload(0);
            if (descriptor.parameterCount() > 0) {
                code.aload(1);
            }
            code.invokedynamic(site).return_(TypeKind.from(descriptor.returnType()));
        });
    }

    private ClassDesc self() {
        return ClassDesc.of(type.name());
    }
}
