package dev.wherry.mobility.internal.code;

import dev.wherry.Identity;
import dev.wherry.mobility.CodeReceived;
import dev.wherry.text.OneLine;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The list of class files that a sender offers, each with its name and hash, ordered by name. */
public record Manifest(List<Entry> classes) implements Serializable {
    private static final String FORM = "wherry manifest 1";
    private static final int MOST_CLASSES = 1 << 16;

    public Manifest {
        Objects.requireNonNull(classes, "the classes of a manifest");
        if (classes.size() > MOST_CLASSES) {
            throw new IllegalArgumentException(
                    "A manifest names at most " + MOST_CLASSES + " classes; this has " + classes.size());
        }
        classes.forEach(entry -> Objects.requireNonNull(entry, "a class of a manifest"));
        classes = classes.stream().sorted(Comparator.comparing(Entry::name)).toList();
        for (int i = 1; i < classes.size(); i++) {
            if (classes.get(i).name().equals(classes.get(i - 1).name())) {
                throw new IllegalArgumentException(
                        "A manifest names each class once; " + classes.get(i).name() + " is there twice");
            }
        }
    }

    /**
     * A class file.
     *
     * @param name binary, such as {@code com.acme.Task$1}
     * @param bytes its length
     */
    public record Entry(String name, CodeHash hash, int bytes) implements Serializable {
        private static final int MOST_CHARS = 1_024;

        public Entry {
            Objects.requireNonNull(name, "a class's name");
            Objects.requireNonNull(hash, "a class's hash");
            if (!isClassName(name)) {
                throw new IllegalArgumentException("'" + OneLine.of(name)
                        + "' is not the name of a class: expected one such as com.acme.Task$1, of at most " + MOST_CHARS
                        + " characters");
            }
            if (bytes < 1) {
                throw new IllegalArgumentException("Class " + name + " of " + bytes + " bytes");
            }
        }

        static Entry of(ClassBytes file) {
            return new Entry(file.name(), file.hash(), file.bytes().length);
        }

        /** Permits names that the virtual machine permits, except for those with characters that do not fit into a log. */
        private static boolean isClassName(String name) {
            if (name.length() > MOST_CHARS) {
                return false;
            }
            char before = '.';
            for (int i = 0; i < name.length(); i++) {
                char c = name.charAt(i);
                if (c <= ' '
                        || Character.isISOControl(c)
                        || "/\\;[<>:\u2028\u2029".indexOf(c) >= 0
                        || (c == '.' && before == '.')) {
                    return false;
                }
                before = c;
            }
            return before != '.';
        }
    }

    public static Manifest of(Collection<ClassBytes> files) {
        return new Manifest(files.stream().map(Entry::of).toList());
    }

    /** Returns the size of all class files, unpacked. */
    public long bytes() {
        return classes.stream().mapToLong(Entry::bytes).sum();
    }

    /** @param refusal the message of the refusal; null if it was accepted */
    public CodeReceived received(Instant when, Set<Identity> from, String workspace, @Nullable String refusal) {
        List<CodeReceived.ClassFile> files = classes.stream()
                .map(entry ->
                        new CodeReceived.ClassFile(entry.name(), entry.hash().toString(), entry.bytes()))
                .toList();
        return new CodeReceived(when, from, workspace, hash().toString(), files, bytes(), refusal);
    }

    /** Returns the hash of the list, which is what a sender signs. Equal lists have equal hashes. */
    public CodeHash hash() {
        ByteArrayOutputStream form = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(form)) {
            out.writeUTF(FORM);
            for (Entry entry : classes) {
                out.writeUTF(entry.name());
                out.write(entry.hash().bytes());
                out.writeInt(entry.bytes());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return CodeHash.of(form.toByteArray());
    }
}
