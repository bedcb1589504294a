package dev.wherry.mobility.internal.code;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.mobility.MobilityPolicy;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attribute;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.reflect.AccessFlag;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks a class file before it is defined: that it is well-formed and has the announced name. The policy must permit the names
 * that it uses and the members that it declares. The virtual machine verifies the instructions.
 */
final class ClassCheck {
    private static final String LAMBDA =
            "; a lambda is sent with the class in which it is written, and a nested class needs its outer one:"
                    + " if the task needs none of this, make it a top-level class or record, in a file of its own";

    private final MobilityPolicy policy;

    ClassCheck(MobilityPolicy policy) {
        this.policy = policy;
    }

    /** Checks a class by its name and size, before it is fetched. */
    void check(Manifest.Entry entry) {
        String name = entry.name();
        if (entry.bytes() > policy.limits().classBytes()) {
            throw Rule.CLASS_BYTES.refuses(
                    subject(name),
                    entry.bytes() + " bytes: at most " + policy.limits().classBytes());
        }
        String packageName = name.substring(0, Math.max(0, name.lastIndexOf('.')));
        if (Platform.reserves(packageName)) {
            throw Rule.RESERVED_PACKAGES.refuses(subject(name), "the package '" + packageName + "': choose another");
        }
        if (!policy.allows(name)) {
            throw Rule.PACKAGES.refuses(
                    subject(name),
                    "the package '" + packageName + "': allowed are "
                            + (policy.allowed().isEmpty() ? "all" : shown(policy.allowed()))
                            + (policy.denied().isEmpty() ? "" : " but " + shown(policy.denied())));
        }
    }

    /** Returns packages for a message. The one without a name is quoted. */
    private static String shown(Set<String> packages) {
        return packages.stream()
                .map(each -> each.isEmpty() ? "''" : each)
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /**
     * A well-formed class file.
     *
     * @param above the names of its superclass and interfaces
     * @param refusal why it must not be defined; null if it may be. Other classes of its bundle may be defined in any case, since
     *     many libraries have such a class and never load it
     */
    record Checked(Set<String> above, @Nullable CallException refusal) {}

    /** @throws CallException if it is not a well-formed class file, or has another name than was announced */
    Checked check(ClassBytes file) {
        try {
            check(Manifest.Entry.of(file));
            checkVersion(file);
            ClassModel model = ClassFile.of().parse(file.bytes());
            checkWhatItIs(model, file.name());
            checkAnnotations(model, file.name());
            model.fields().forEach(field -> checkAnnotations(field, file.name()));
            model.methods().forEach(method -> checkAnnotations(method, file.name()));
            return new Checked(supertypes(model), refusal(model, file.name()));
        } catch (CallException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) { // of the parser
            throw new CallException(
                    Code.CODEC,
                    subject(file.name()) + " is not a class file: " + shown(String.valueOf(e.getMessage())),
                    e);
        }
    }

    private @Nullable CallException refusal(ClassModel model, String name) {
        try {
            model.constantPool().forEach(entry -> checkUse(entry, name));
            model.methods().forEach(method -> checkNotNative(method, name));
            return null;
        } catch (CallException e) {
            return e;
        }
    }

    private static void checkWhatItIs(ClassModel model, String name) {
        if (model.isModuleInfo()) {
            throw Rule.NO_MODULES.refuses(subject(name), "a module's description");
        }
        String inside = binary(model.thisClass());
        if (!inside.equals(name)) {
            throw Rule.AS_ANNOUNCED.refuses(subject(name), "its content, which is class " + shown(inside));
        }
    }

    /** Called first, since the parser accepts no later version. */
    private static void checkVersion(ClassBytes file) {
        ByteBuffer bytes = ByteBuffer.wrap(file.bytes());
        int version = bytes.getInt() == ClassFile.MAGIC_NUMBER ? bytes.getInt() & 0xffff : 0;
        if (version > ClassFile.latestMajorVersion()) {
            throw Rule.VERSION.refuses(
                    subject(file.name()),
                    version + ": this JVM runs those up to " + ClassFile.latestMajorVersion()
                            + ", so compile with --release "
                            + Runtime.version().feature());
        }
    }

    private static void checkNotNative(MethodModel method, String name) {
        if (method.flags().has(AccessFlag.NATIVE)) {
            throw Rule.NO_NATIVE_METHODS.refuses(
                    subject(name),
                    "its method "
                            + shown(method.methodName().stringValue()
                                    + method.methodType().stringValue()));
        }
    }

    private void checkUse(PoolEntry entry, String name) {
        if (entry instanceof Utf8Entry text && ForbiddenUses.isInternal(text.stringValue())) {
            throw Rule.NO_INTERNALS.refuses(subject(name), "that it names " + shown(text.stringValue()) + LAMBDA);
        }
        if (entry instanceof MemberRefEntry used) {
            String owner = used.owner().asInternalName();
            Rule rule = ForbiddenUses.of(owner, used.name().stringValue());
            if (rule != null && (rule != Rule.NO_EXIT || !mayExit())) {
                throw rule.refuses(
                        subject(name),
                        "that it uses " + owner.replace('/', '.') + "." + used.name()
                                + (rule == Rule.NO_EXIT ? ": end by returning, or run in a child JVM" : "")
                                + LAMBDA);
            }
        }
    }

    /** Returns whether code may end the process: in a child JVM, which has a system property that says so. */
    private boolean mayExit() {
        return policy.child() != null || Boolean.getBoolean("wherry.child");
    }

    /** HotSpot reads annotations by recursion: some ten thousand nested ones end the process. */
    private void checkAnnotations(AttributedElement element, String name) {
        for (Attribute<?> attribute : element.attributes()) {
            if (attribute instanceof RuntimeVisibleAnnotationsAttribute visible) {
                visible.annotations().forEach(annotation -> checkDepth(annotation, 1, name));
            }
        }
    }

    private void checkDepth(Annotation annotation, int depth, String name) {
        for (AnnotationElement element : annotation.elements()) {
            checkDepth(element.value(), depth + 1, name);
        }
    }

    private void checkDepth(AnnotationValue value, int depth, String name) {
        if (depth > policy.limits().nesting()) {
            throw Rule.NESTING.refuses(
                    subject(name), "its annotations: at most " + policy.limits().nesting() + " within one another");
        }
        if (value instanceof AnnotationValue.OfAnnotation nested) {
            checkDepth(nested.annotation(), depth, name);
        } else if (value instanceof AnnotationValue.OfArray array) {
            array.values().forEach(each -> checkDepth(each, depth + 1, name));
        }
    }

    private static Set<String> supertypes(ClassModel model) {
        Set<String> names = new LinkedHashSet<>();
        model.superclass().ifPresent(entry -> names.add(binary(entry)));
        model.interfaces().forEach(entry -> names.add(binary(entry)));
        return names;
    }

    private static String binary(ClassEntry entry) {
        return entry.asInternalName().replace('/', '.');
    }

    private static String subject(String name) {
        return "Class " + name;
    }

    private static String shown(String text) {
        return text.length() > 80 ? text.substring(0, 80) + "..." : text;
    }
}
