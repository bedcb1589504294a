package dev.wherry.internal.code;

import dev.wherry.internal.code.Use.Kind;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassHierarchyResolver.ClassHierarchyInfo;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.SignatureAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a class file says of its class. What it has not been asked yet it reads then, under its reader's lock. */
final class ClassCode {
    static final String INITIALIZER = "<clinit>()V";
    static final String DESERIALIZER = "$deserializeLambda$(Ljava/lang/invoke/SerializedLambda;)Ljava/lang/Object;";

    static final String NO_ARGUMENTS = "<init>()V";

    private static final Set<String> SERIALIZATION =
            Set.of("readObject", "readResolve", "readObjectNoData", "writeObject", "writeReplace");

    private static final ClassFile READER =
            ClassFile.of(ClassFile.DebugElementsOption.DROP_DEBUG, ClassFile.LineNumbersOption.DROP_LINE_NUMBERS);

    /** @param member its name and descriptor */
    record Method(String member, int flags, MethodModel model) {
        boolean isVirtual() {
            return (flags & (ClassFile.ACC_STATIC | ClassFile.ACC_PRIVATE)) == 0 && !member.startsWith("<");
        }

        boolean isConstructor() {
            return member.startsWith("<init>");
        }

        /** Such are called by nobody but those who write or read an object. */
        boolean isOfSerialization() {
            return SERIALIZATION.contains(member.substring(0, member.indexOf('(')));
        }

        boolean isAbstract() {
            return (flags & ClassFile.ACC_ABSTRACT) != 0;
        }
    }

    private final ClassBytes file;
    private final ClassModel model;
    private final boolean own;
    private final String name;
    private final int flags;
    private final List<String> parents;
    private final ClassHierarchyInfo place;
    private final Map<String, Method> methods = new LinkedHashMap<>();
    private final Map<String, List<Use>> uses = new HashMap<>();
    private @Nullable List<String> checked;

    private ClassCode(ClassModel model, byte[] bytes, boolean own) {
        this.model = model;
        this.own = own;
        this.name = model.thisClass().asInternalName();
        this.file = ClassBytes.of(name.replace('/', '.'), bytes);
        this.flags = model.flags().flagsMask();
        List<String> names = new ArrayList<>();
        model.superclass().ifPresent(each -> names.add(each.asInternalName()));
        model.interfaces().forEach(each -> names.add(each.asInternalName()));
        this.parents = List.copyOf(names);
        this.place = is(ClassFile.ACC_INTERFACE)
                ? ClassHierarchyInfo.ofInterface()
                : ClassHierarchyInfo.ofClass(
                        model.superclass().map(ClassEntry::asSymbol).orElse(null));
        for (MethodModel each : model.methods()) {
            String member = each.methodName().stringValue() + each.methodType().stringValue();
            methods.put(member, new Method(member, each.flags().flagsMask(), each));
        }
    }

    /**
     * @param own whether it is a class of Wherry's
     * @throws IllegalArgumentException if these bytes are no class file
     */
    static ClassCode of(byte[] bytes, boolean own) {
        return new ClassCode(READER.parse(bytes), bytes, own);
    }

    ClassBytes file() {
        return file;
    }

    String name() {
        return name;
    }

    boolean isOwn() {
        return own;
    }

    boolean is(int flag) {
        return (flags & flag) != 0;
    }

    boolean isRecord() {
        return parents.contains("java/lang/Record");
    }

    @Nullable
    String superclass() {
        return model.superclass().map(ClassEntry::asInternalName).orElse(null);
    }

    /** The superclass, if there is one, then the interfaces. */
    List<String> parents() {
        return parents;
    }

    Collection<Method> methods() {
        return methods.values();
    }

    @Nullable
    Method method(String member) {
        return methods.get(member);
    }

    /** Whether the initialization of a subclass, or of what implements it, initializes it too. */
    boolean isInitializedWithHeirs() {
        return !is(ClassFile.ACC_INTERFACE)
                || methods().stream().anyMatch(each -> each.isVirtual() && !each.isAbstract());
    }

    /** What this class's own method uses. */
    List<Use> uses(Method method) {
        return uses.computeIfAbsent(
                method.member(),
                key -> method.model().code().map(MethodCode::uses).orElse(List.of()));
    }

    /** What the making of a deserialized lambda uses, which goes on as this method of this or another class. */
    List<Use> lambda(String implementation) {
        Method method = methods.get(DESERIALIZER);
        return method == null
                ? List.of()
                : method.model()
                        .code()
                        .map(code -> MethodCode.uses(code, implementation))
                        .orElse(List.of());
    }

    /** The classes that are loaded when this one is linked: for its verification, or looked at by reflection then. */
    List<String> linked(Function<String, @Nullable ClassCode> find) {
        if (checked == null) {
            Set<String> names = new LinkedHashSet<>();
            model.findAttribute(Attributes.nestHost())
                    .ifPresent(host -> names.add(host.nestHost().asInternalName()));
            model.findAttribute(Attributes.runtimeVisibleAnnotations())
                    .ifPresent(all -> all.annotations()
                            .forEach(each -> Use.named(each.className().stringValue(), names::add)));
            verify(find, names::add);
            checked = names.stream()
                    .filter(each -> !ClassFiles.isOfPlatform(each))
                    .toList();
        }
        return checked;
    }

    /** HotSpot asks of the same types whether one is the other, and loads them for that. */
    private void verify(Function<String, @Nullable ClassCode> find, Consumer<String> asked) {
        ClassHierarchyResolver resolver = type -> {
            String descriptor = type.descriptorString();
            String internal = descriptor.substring(1, descriptor.length() - 1);
            asked.accept(internal);
            ClassCode code = find.apply(internal);
            return code == null ? null : code.place;
        };
        // What it finds wrong is for the JVM that runs the class to say.
        var _ = ClassFile.of(ClassHierarchyResolverOption.of(resolver)).verify(model);
    }

    /** The types of the fields, as the codec looks at them: what may lie in them, and what is merely named. */
    void fields(Consumer<Use> to) {
        for (FieldModel field : model.fields()) {
            boolean kept = (field.flags().flagsMask() & (ClassFile.ACC_STATIC | ClassFile.ACC_TRANSIENT)) == 0;
            String type = field.findAttribute(Attributes.signature())
                    .map(SignatureAttribute::signature)
                    .orElse(field.fieldType())
                    .stringValue();
            Use.named(type, each -> to.accept(Use.of(kept ? Kind.HELD : Kind.LOADED, each)));
        }
    }

    /** What may be where a value of this sealed type is declared. */
    List<String> permitted() {
        return model.findAttribute(Attributes.permittedSubclasses())
                .map(all -> all.permittedSubclasses().stream()
                        .map(ClassEntry::asInternalName)
                        .toList())
                .orElse(List.of());
    }

    /** The methods that read a record's components. */
    List<String> accessors() {
        return model.findAttribute(Attributes.record())
                .map(all -> all.components().stream()
                        .map(each -> each.name().stringValue() + "()"
                                + each.descriptor().stringValue())
                        .toList())
                .orElse(List.of());
    }
}
