package dev.wherry.mobility.internal.code;

/** A class file. Its bytes must not be changed. */
public final class ClassBytes {
    private final String name;
    private final byte[] bytes;
    private final CodeHash hash;

    private ClassBytes(String name, byte[] bytes) {
        this.name = name;
        this.bytes = bytes;
        this.hash = CodeHash.of(bytes);
    }

    /** @param name the binary name, such as {@code com.acme.Task$1} */
    public static ClassBytes of(String name, byte[] bytes) {
        return new ClassBytes(name, bytes);
    }

    public String name() {
        return name;
    }

    /** Returns the bytes, not a copy. */
    public byte[] bytes() {
        return bytes;
    }

    public CodeHash hash() {
        return hash;
    }

    @Override
    public String toString() {
        return name + " (" + hash.shown() + ")";
    }
}
