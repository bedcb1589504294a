package dev.wherry.mobility.internal.code;

import dev.wherry.mobility.internal.code.ClassUse.Kind;
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
 * The parts of a class file that decide which other classes are needed. Code is read when it is needed, under the lock of its
 * {@link ClassFiles}. This class uses loops instead of lambdas: in a new JVM each lambda would delay the first task by almost a
 * millisecond.
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

        /** Returns whether a codec calls it by reflection when it writes or reads an object. */
        boolean isOfCodec() {
            return member.equals("<init>()V") || SERIALIZATION.contains(member.substring(0, member.indexOf('(')));
        }
    }

    final String name;
    final @Nullable String superclass;

    /** Whether each JVM that runs Wherry has this class. */
    final boolean everywhere;

    /** The superclass, if there is one, then the interfaces. */
    final List<String> parents = new ArrayList<>();

    /** The types of the fields: those whose values a codec reads, and those that are only named. */
    final List<ClassUse> fields = new ArrayList<>();

    /** The annotations of the class at run time. All are loaded when one is asked for. */
    final List<String> annotations = new ArrayList<>();

    /** The class that this one is declared in. It is loaded when the simple name is asked for. */
    final List<String> outer = new ArrayList<>();

    /** The permitted subclasses of this sealed type. */
    final List<String> permitted = new ArrayList<>();

    /** The methods that read a record's components. */
    final List<String> accessors = new ArrayList<>();

    private final byte[] bytes;
    private final ClassModel model;
    private final int flags;
    private final ClassHierarchyInfo place;
    private final Map<String, Method> methods = new LinkedHashMap<>();
    private final List<String> hosts = new ArrayList<>();
    private final Map<Method, List<ClassUse>> uses = new HashMap<>();
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
     * @param everywhere whether each JVM that runs Wherry has it; then only its methods count
     * @throws IllegalArgumentException if these bytes are not a class file
     */
    static ClassCode of(byte[] bytes, boolean everywhere) {
        return new ClassCode(READER.parse(bytes), bytes, everywhere);
    }

    private void readFields() {
        for (FieldModel field : model.fields()) {
            boolean kept = (field.flags().flagsMask() & (ClassFile.ACC_STATIC | ClassFile.ACC_TRANSIENT)) == 0;
            var generic = field.findAttribute(Attributes.signature());
            String type = (generic.isPresent() ? generic.get().signature() : field.fieldType()).stringValue();
            for (String each : ClassUse.named(type)) {
                fields.add(ClassUse.of(kept ? Kind.HELD : Kind.LOADED, each));
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
                annotations.addAll(ClassUse.named(each.className().stringValue()));
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

    /** Returns whether the initialization of a subtype initializes this class, too. */
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

    /** Returns what a method of this class uses. */
    List<ClassUse> uses(Method method) {
        List<ClassUse> known = uses.get(method);
        if (known == null) {
            known = read(method, null);
            uses.put(method, known);
        }
        return known;
    }

    /** Returns what the creation of a deserialized lambda uses that calls this method. */
    List<ClassUse> lambda(String implementation) {
        Method method = methods.get(DESERIALIZER);
        return method == null ? List.of() : read(method, implementation);
    }

    /** Returns nothing if the code is broken: the JVM that loads it reports that. */
    private static List<ClassUse> read(Method method, @Nullable String lambda) {
        try {
            CodeModel code = method.model().code().orElse(null);
            return code == null ? List.of() : MethodCode.uses(code, lambda);
        } catch (RuntimeException e) {
            return List.of();
        }
    }

    /** Returns the classes that are loaded when this one is linked: to verify it, and to check access between nestmates. */
    Set<String> linked(Function<String, @Nullable ClassCode> find) {
        if (linked == null) {
            linked = new LinkedHashSet<>(hosts);
            verify(find, linked);
        }
        return linked;
    }

    /** Verifies the class as HotSpot does, and notes the types that HotSpot loads to compare them. */
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
            // As the errors that it returns, these are reported by the JVM that loads the class. A constant that refers
            // to itself
            // makes the JDK's verifier overflow the stack.
        }
    }
}
