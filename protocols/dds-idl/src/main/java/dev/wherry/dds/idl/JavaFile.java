package dev.wherry.dds.idl;

import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Primitive;
import java.util.TreeSet;

/** A source file that is being written: its imports, and how it refers to types. For one thread. */
final class JavaFile {
    private static final String ANNOTATIONS = "dev.wherry.dds.";

    private final JavaNames names;
    private final String inPackage;
    private final TreeSet<String> imports = new TreeSet<>();
    private final StringBuilder body = new StringBuilder();

    JavaFile(JavaNames names, String inPackage) {
        this.names = names;
        this.inPackage = inPackage;
    }

    JavaNames names() {
        return names;
    }

    /** Adds a line. */
    void line(int indent, String text) {
        body.append("    ".repeat(indent)).append(text).append('\n');
    }

    /** Returns the text of the file. */
    String text() {
        StringBuilder text = new StringBuilder("// Written by wherry idl import. Compile it with -parameters.\n");
        text.append("package ").append(inPackage).append(";\n\n");
        imports.forEach(each -> text.append("import ").append(each).append(";\n"));
        return text.append(imports.isEmpty() ? "" : "\n").append(body).toString();
    }

    /** Returns how the file refers to a class of a library. It is imported, unless a definition has its simple name. */
    String use(String name) {
        String simple = name.substring(name.lastIndexOf('.') + 1);
        if (names.isSimpleName(simple)) {
            return name;
        }
        if (!name.startsWith("java.lang.")) {
            imports.add(name);
        }
        return simple;
    }

    /** Returns an annotation of Wherry's DDS. */
    String annotation(String name) {
        return "@" + use(ANNOTATIONS + name);
    }

    /** Returns the annotation that sets a name in DDS, with a space; empty if it is not needed. */
    String name(String inJava, String inDds) {
        return inJava.equals(inDds) ? "" : annotation("Name") + "(\"" + inDds + "\") ";
    }

    /** Writes the annotations of a type. */
    void annotate(int indent, DataType.Named type, JavaNames.JavaClass of) {
        annotate(indent, type.name(), type.extensibility(), of);
    }

    void annotate(int indent, String name, Extensibility extensibility, JavaNames.JavaClass of) {
        if (!of.nameInDds().equals(name)) {
            line(indent, name("", name).strip());
        }
        switch (extensibility) {
            case FINAL -> line(indent, annotation("Final"));
            case MUTABLE -> line(indent, annotation("Mutable"));
            case APPENDABLE -> {}
        }
    }

    /** Returns the class of a definition. */
    String reference(String name) {
        return names.of(name).in(inPackage);
    }

    /** Returns a type, which is an {@code Optional} if it is optional. */
    String type(DataType type, boolean optional) {
        return optional ? use("java.util.Optional") + "<" + of(type, true) + ">" : of(type, false);
    }

    private String of(DataType type, boolean boxed) {
        String time = JavaTimes.of(type);
        return switch (type) {
            case Primitive primitive -> primitive(primitive, boxed);
            case DataType.Text text -> annotated(bound(text.bound()), "java.lang.String");
            case DataType.Sequence _, DataType.Array _ -> array(type, "");
            case DataType.Named named -> time == null ? reference(named.name()) : use(time);
        };
    }

    private String bound(int bound) {
        return bound == 0 ? "" : annotation("Bound") + "(" + bound + ") ";
    }

    /** Returns a class with an annotation, which stands before the simple name. */
    private String annotated(String annotation, String name) {
        String used = use(name);
        int dot = annotation.isEmpty() ? -1 : used.lastIndexOf('.');
        return used.substring(0, dot + 1) + annotation + used.substring(dot + 1);
    }

    private String primitive(Primitive primitive, boolean boxed) {
        String annotation = switch (primitive) {
            case UINT8, UINT16, UINT32, UINT64 -> annotation("Unsigned") + " ";
            case INT8 -> annotation("Signed") + " ";
            case CHAR8 -> annotation("Narrow") + " ";
            default -> "";
        };
        return boxed
                ? annotated(annotation, "java.lang." + JavaWords.box(primitive))
                : annotation + JavaWords.plain(primitive);
    }

    /** Returns an array, list or map. The dimensions of an array come from the outside in. */
    private String array(DataType type, String dimensions) {
        return switch (type) {
            case DataType.Array array ->
                array(array.element(), dimensions + " " + annotation("Length") + "(" + array.length() + ") []");
            case DataType.Sequence sequence
            when sequence.element() instanceof Primitive primitive -> {
                String bound = bound(sequence.bound());
                yield primitive(primitive, false) + dimensions + (bound.isEmpty() ? "[]" : " " + bound + "[]");
            }
            case DataType.Sequence sequence -> collection(sequence) + dimensions;
            default -> of(type, false) + dimensions;
        };
    }

    private String collection(DataType.Sequence sequence) {
        if (MapEntries.isEntry(sequence.element())) {
            DataType.Structure entry = (DataType.Structure) sequence.element();
            return annotated(bound(sequence.bound()), "java.util.Map") + "<"
                    + of(entry.members().get(0).type(), true) + ", "
                    + of(entry.members().get(1).type(), true) + ">";
        }
        return annotated(bound(sequence.bound()), "java.util.List") + "<" + of(sequence.element(), true) + ">";
    }
}
