package dev.wherry.cli.types;

import static java.lang.classfile.ClassFile.ACC_ABSTRACT;
import static java.lang.classfile.ClassFile.ACC_ENUM;
import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_INTERFACE;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_SUPER;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.wherry.ByReference;
import dev.wherry.Idempotent;
import dev.wherry.OneWay;
import dev.wherry.RegisterTypes;
import dev.wherry.statistics.InterfaceDescription;
import dev.wherry.statistics.InterfaceDescription.Kind;
import dev.wherry.statistics.InterfaceDescription.Method;
import dev.wherry.statistics.InterfaceDescription.Part;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassSignature;
import java.lang.classfile.MethodSignature;
import java.lang.classfile.Signature;
import java.lang.classfile.Signature.ClassTypeSig;
import java.lang.classfile.Signature.TypeArg;
import java.lang.classfile.Signature.TypeParam;
import java.lang.classfile.Signature.TypeVarSig;
import java.lang.classfile.attribute.ExceptionsAttribute;
import java.lang.classfile.attribute.MethodParameterInfo;
import java.lang.classfile.attribute.MethodParametersAttribute;
import java.lang.classfile.attribute.PermittedSubclassesAttribute;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.classfile.attribute.SignatureAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Generates the class files of a described interface and its types. */
final class ByteCode {
    private static final ClassDesc REMOTE = ClassDesc.of("java.rmi.Remote");

    /** The superclass of generated exceptions. It is unchecked, so that they reach the caller although none is declared. */
    private static final ClassDesc EXCEPTION = ClassDesc.of("java.lang.RuntimeException");

    private final ClassFile file = ClassFile.of();
    private final Described described;

    ByteCode(Described described) {
        this.described = described;
    }

    byte[] ofInterface() {
        return file.build(ClassDesc.of(described.name()), to -> {
            to.withFlags(ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT);
            if (described.rmi()) {
                to.withInterfaceSymbols(REMOTE);
            }
            AnnotationValue[] values = described.types().values().stream()
                    .filter(type -> switch (type.kind()) {
                        case RECORD, ENUM, CLASS -> true;
                        case SEALED, OPEN, REFERENCE -> false;
                    })
                    .map(type -> AnnotationValue.ofClass(ClassDesc.of(type.name())))
                    .toArray(AnnotationValue[]::new);
            to.with(RuntimeVisibleAnnotationsAttribute.of(Annotation.of(
                    desc(RegisterTypes.class), AnnotationElement.of("value", AnnotationValue.ofArray(values)))));
            described.methods().forEach(method -> declare(to, method));
        });
    }

    byte[] of(InterfaceDescription.Type type) {
        return file.build(ClassDesc.of(type.name()), to -> {
            switch (type.kind()) {
                case RECORD -> {
                    header(to, type, ACC_PUBLIC | ACC_FINAL | ACC_SUPER, ClassDesc.of("java.lang.Record"));
                    new RecordBody(type, declared(type)).into(to);
                }
                case ENUM -> {
                    header(to, type, ACC_PUBLIC | ACC_FINAL | ACC_SUPER | ACC_ENUM, EnumBody.ENUM);
                    new EnumBody(type).into(to);
                }
                case CLASS -> {
                    ClassDesc superclass = described
                            .superclass(type)
                            .map(above -> ClassDesc.of(above.name()))
                            .orElse(Described.isThrowable(type) ? EXCEPTION : CD_Object);
                    header(to, type, ACC_PUBLIC | ACC_SUPER, superclass);
                    plainBody(to, type, superclass);
                }
                case SEALED, OPEN, REFERENCE -> {
                    header(to, type, ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT, CD_Object);
                    if (type.kind() == Kind.SEALED && !type.permits().isEmpty()) {
                        to.with(PermittedSubclassesAttribute.ofSymbols(
                                type.permits().stream().map(ClassDesc::of).toList()));
                    }
                    if (type.kind() == Kind.REFERENCE) {
                        to.with(RuntimeVisibleAnnotationsAttribute.of(Annotation.of(desc(ByReference.class))));
                    }
                }
            }
        });
    }

    private void header(ClassBuilder to, InterfaceDescription.Type type, int flags, ClassDesc superclass) {
        List<InterfaceDescription.Type> interfaces = described.supertypes(type).stream()
                .filter(above -> above.kind() != Kind.CLASS)
                .toList();
        to.withFlags(flags);
        to.withSuperclass(superclass);
        to.withInterfaceSymbols(
                interfaces.stream().map(above -> ClassDesc.of(above.name())).toList());
        if (type.kind() != Kind.ENUM) {
            ClassTypeSig generic = described
                    .superclass(type)
                    .map(above -> passedOn(type, above))
                    .orElse(ClassTypeSig.of(superclass));
            to.with(SignatureAttribute.of(ClassSignature.of(
                    type.variables().stream()
                            .map(name -> TypeParam.of(name, ClassTypeSig.of(CD_Object)))
                            .toList(),
                    generic,
                    interfaces.stream().map(above -> passedOn(type, above)).toArray(ClassTypeSig[]::new))));
        }
    }

    /** A description does not say how a type binds the variables of its supertype, so those of the same names are used. */
    private static ClassTypeSig passedOn(InterfaceDescription.Type type, InterfaceDescription.Type above) {
        TypeArg[] arguments = above.variables().stream()
                .map(name -> type.variables().contains(name)
                        ? TypeArg.of(TypeVarSig.of(name))
                        : TypeArg.of(ClassTypeSig.of(CD_Object)))
                .toArray(TypeArg[]::new);
        return ClassTypeSig.of(ClassDesc.of(above.name()), arguments);
    }

    private void plainBody(ClassBuilder to, InterfaceDescription.Type type, ClassDesc superclass) {
        Set<String> inherited = new HashSet<>();
        if (Described.isThrowable(type)) {
            type.parts().stream()
                    .filter(Described::isOfThrowable)
                    .map(Part::name)
                    .forEach(inherited::add);
        }
        Optional<InterfaceDescription.Type> above = described.superclass(type);
        while (above.isPresent()) {
            above.get().parts().forEach(part -> inherited.add(part.name()));
            above = described.superclass(above.get());
        }
        for (Component component : declared(type)) {
            if (!inherited.contains(component.name())) {
                to.withField(
                        component.name(),
                        component.erased(),
                        field -> field.withFlags(ACC_PUBLIC).with(SignatureAttribute.of(component.generic())));
            }
        }
        to.withMethodBody(
                INIT_NAME,
                MTD_void,
                ACC_PUBLIC,
                code -> code.aload(0)
                        .invokespecial(superclass, INIT_NAME, MTD_void)
                        .return_());
    }

    private void declare(ClassBuilder to, Method method) {
        MethodTypeDesc descriptor = MethodTypeDesc.ofDescriptor(method.descriptor());
        List<Signature> parameters = new ArrayList<>();
        for (int i = 0; i < descriptor.parameterCount(); i++) {
            parameters.add(closed(method.parameters().get(i).type(), descriptor.parameterType(i)));
        }
        Signature result = closed(method.result(), descriptor.returnType());
        to.withMethod(method.name(), descriptor, ACC_PUBLIC | ACC_ABSTRACT, made -> {
            made.with(SignatureAttribute.of(MethodSignature.of(result, parameters.toArray(Signature[]::new))));
            made.with(MethodParametersAttribute.of(method.parameters().stream()
                    .map(part -> MethodParameterInfo.ofParameter(
                            Optional.of(part.name()).filter(Names::isIdentifier), 0))
                    .toList()));
            made.with(ExceptionsAttribute.ofSymbols(method.exceptions().stream()
                    .filter(ByteCode::isThrowableOfThePlatform)
                    .map(ClassDesc::of)
                    .toList()));
            List<Annotation> marks = new ArrayList<>();
            if (method.oneWay()) {
                marks.add(Annotation.of(desc(OneWay.class)));
            }
            if (method.idempotent()) {
                marks.add(Annotation.of(desc(Idempotent.class)));
            }
            made.with(RuntimeVisibleAnnotationsAttribute.of(marks));
        });
    }

    /** Returns the exceptions to declare. Generated exceptions are unchecked and need no declaration. */
    private static boolean isThrowableOfThePlatform(String className) {
        try {
            return className.startsWith("java.")
                    && Throwable.class.isAssignableFrom(
                            Class.forName(className, false, ClassLoader.getPlatformClassLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private Signature closed(String signature, ClassDesc erased) {
        return Signatures.closed(Signatures.parse(signature), erased, _ -> false, described.name());
    }

    private List<Component> declared(InterfaceDescription.Type type) {
        return type.parts().stream().map(part -> component(part, type)).toList();
    }

    private Component component(Part part, InterfaceDescription.Type type) {
        Signature signature = Signatures.parse(part.type());
        ClassDesc erased = Signatures.erased(signature);
        return new Component(
                part.name(),
                erased,
                Signatures.closed(signature, erased, type.variables()::contains, described.name()));
    }

    private static ClassDesc desc(Class<?> type) {
        return ClassDesc.of(type.getName());
    }

    /** A part of a type, with the descriptor and signature to write. */
    record Component(String name, ClassDesc erased, Signature generic) {}
}
