package dev.wherry.mobility.internal.code;

import dev.wherry.mobility.internal.code.Use.Kind;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassHierarchyResolver.ClassHierarchyInfo;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.InnerClassInfo;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.classfile.constantpool.ClassEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a class file says of its class. Code is read when it is asked for, under the lock of the files that it is of. With
 * loops rather than lambdas: in a young JVM, where the first task is waited for, each lambda costs most of a millisecond.
 */
final class ClassCode {
    static final String INITIALIZER = "<clinit>()V";

    private static final String DESERIALIZER =
            "$deserializeLambda$(Ljava/lang/invoke/SerializedLambda;)Ljava/lang/Object;";
    private static final Set<String> SERIALIZATION =
            Set.of("readObject", "readResolve", "readObjectNoData", "writeObject", "writeReplace");
    private static final ClassFile READER =
            ClassFile.of(ClassFile.DebugElementsOption.DROP_DEBUG, ClassFile.LineNumbersOption.DROP_LINE_NUMBERS);

    /** @param member its name and descriptor */
    record Method(String member, int flags, MethodModel model) {
        boolean isVirtual() {
            return (flags & (ClassFile.ACC_STATIC | ClassFile.ACC_PRIVATE)) == 0 && !member.startsWith("<");
        }

        boolean isAbstract() {
            return (flags & ClassFile.ACC_ABSTRACT) != 0;
        }

        boolean isConstructor() {
            return member.startsWith("<init>");
        }

        /** Such are called, by reflection, by those who write or read an object. */
        boolean isOfCodec() {
            return member.equals("<init>()V") || SERIALIZATION.contains(member.substring(0, member.indexOf('(')));
        }
    }

    final String name;
    final @Nullable String superclass;

    /** Whether each JVM that runs Wherry has it. */
    final boolean everywhere;

    /** The superclass, if there is one, then the interfaces. */
    final List<String> parents = new ArrayList<>();

    /** The types of the fields, as the codec looks at them: what may lie in them, and what is merely named. */
    final List<Use> fields = new ArrayList<>();

    /** Those that the class itself bears at run time: all are looked at when one is asked for. */
    final List<String> annotations = new ArrayList<>();

    /** The class that this one is declared in, which is asked for its simple name. */
    final List<String> outer = new ArrayList<>();

    /** What may be where a value of this sealed type is declared. */
    final List<String> permitted = new ArrayList<>();

    /** The methods that read a record's components. */
    final List<String> accessors = new ArrayList<>();

    private final byte[] bytes;
    private final ClassModel model;
    private final int flags;
    private final ClassHierarchyInfo place;
    private final Map<String, Method> methods = new LinkedHashMap<>();
    private final List<String> hosts = new ArrayList<>();
    private final Map<Method, List<Use>> uses = new HashMap<>();
    private @Nullable Set<String> linked;

    private ClassCode(ClassModel model, byte[] bytes, boolean everywhere) {
        this.model = model;
        this.bytes = bytes;
        this.everywhere = everywhere;
        this.name = model.thisClass().asInternalName();
        this.flags = model.flags().flagsMask();
        ClassEntry parent = model.superclass().orElse(null);
        this.superclass = parent == null ? null : parent.asInternalName();
        this.place = is(ClassFile.ACC_INTERFACE)
                ? ClassHierarchyInfo.ofInterface()
                : ClassHierarchyInfo.ofClass(parent == null ? null : parent.asSymbol());
        if (superclass != null) {
            parents.add(superclass);
        }
        addAll(model.interfaces(), parents);
        for (MethodModel each : model.methods()) {
            String member = each.methodName().stringValue() + each.methodType().stringValue();
            methods.put(member, new Method(member, each.flags().flagsMask(), each));
        }
        if (!everywhere) {
            readFields();
            readAttributes();
        }
    }

    /**
     * @param everywhere whether each JVM that runs Wherry has it: then only its methods count
     * @throws IllegalArgumentException if these bytes are no class file
     */
    static ClassCode of(byte[] bytes, boolean everywhere) {
        return new ClassCode(READER.parse(bytes), bytes, everywhere);
    }

    private void readFields() {
        for (FieldModel field : model.fields()) {
            boolean kept = (field.flags().flagsMask() & (ClassFile.ACC_STATIC | ClassFile.ACC_TRANSIENT)) == 0;
            var generic = field.findAttribute(Attributes.signature());
            String type = (generic.isPresent() ? generic.get().signature() : field.fieldType()).stringValue();
            for (String each : Use.named(type)) {
                fields.add(Use.of(kept ? Kind.HELD : Kind.LOADED, each));
            }
        }
    }

    private void readAttributes() {
        var host = model.findAttribute(Attributes.nestHost());
        if (host.isPresent()) {
            hosts.add(host.get().nestHost().asInternalName());
        }
        var seen = model.findAttribute(Attributes.runtimeVisibleAnnotations());
        if (seen.isPresent()) {
            for (var each : seen.get().annotations()) {
                annotations.addAll(Use.named(each.className().stringValue()));
            }
        }
        var method = model.findAttribute(Attributes.enclosingMethod());
        if (method.isPresent()) {
            outer.add(method.get().enclosingClass().asInternalName());
        }
        var nested = model.findAttribute(Attributes.innerClasses());
        if (nested.isPresent()) {
            for (InnerClassInfo each : nested.get().classes()) {
                if (each.outerClass().isPresent()
                        && each.innerClass().asInternalName().equals(name)) {
                    outer.add(each.outerClass().get().asInternalName());
                }
            }
        }
        var sealed = model.findAttribute(Attributes.permittedSubclasses());
        if (sealed.isPresent()) {
            addAll(sealed.get().permittedSubclasses(), permitted);
        }
        var record = model.findAttribute(Attributes.record());
        if (record.isPresent()) {
            for (RecordComponentInfo each : record.get().components()) {
                accessors.add(
                        each.name().stringValue() + "()" + each.descriptor().stringValue());
            }
        }
    }

    private static void addAll(List<ClassEntry> entries, List<String> names) {
        for (ClassEntry each : entries) {
            names.add(each.asInternalName());
        }
    }

    ClassBytes file() {
        return ClassBytes.of(name.replace('/', '.'), bytes);
    }

    int size() {
        return bytes.length;
    }

    boolean is(int flag) {
        return (flags & flag) != 0;
    }

    boolean isRecord() {
        return "java/lang/Record".equals(superclass);
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
        if (!is(ClassFile.ACC_INTERFACE)) {
            return true;
        }
        for (Method each : methods()) {
            if (each.isVirtual() && !each.isAbstract()) {
                return true;
            }
        }
        return false;
    }

    /** What this class's own method uses. */
    List<Use> uses(Method method) {
        List<Use> known = uses.get(method);
        if (known == null) {
            known = read(method, null);
            uses.put(method, known);
        }
        return known;
    }

    /** What the making of a deserialized lambda uses, which goes on as this method of this or another class. */
    List<Use> lambda(String implementation) {
        Method method = methods.get(DESERIALIZER);
        return method == null ? List.of() : read(method, implementation);
    }

    /** Nothing where the code is broken, which is for the JVM that loads it to say. */
    private static List<Use> read(Method method, @Nullable String lambda) {
        try {
            CodeModel code = method.model().code().orElse(null);
            return code == null ? List.of() : MethodCode.uses(code, lambda);
        } catch (RuntimeException e) {
            return List.of();
        }
    }

    /** The classes that are loaded when this one is linked and used: to verify it, and to see who may use what is private. */
    Set<String> linked(Function<String, @Nullable ClassCode> find) {
        if (linked == null) {
            linked = new LinkedHashSet<>(hosts);
            verify(find, linked);
        }
        return linked;
    }

    /** HotSpot asks of the same types whether one is the other, and loads them for that. */
    private void verify(Function<String, @Nullable ClassCode> find, Set<String> asked) {
        ClassHierarchyResolver resolver = type -> {
            String descriptor = type.descriptorString();
            String internal = descriptor.substring(1, descriptor.length() - 1);
            asked.add(internal);
            ClassCode code = find.apply(internal);
            return code == null ? null : code.place;
        };
        try {
            var _ = ClassFile.of(ClassHierarchyResolverOption.of(resolver)).verify(model);
        } catch (RuntimeException | StackOverflowError e) {
            // As with the errors that it returns: the JVM that loads the class will say what is wrong with it. The
            // second comes of a constant that is made of itself, which the JDK's verifier follows without end.
        }
    }
}
