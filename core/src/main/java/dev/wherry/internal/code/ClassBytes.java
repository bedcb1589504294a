package dev.wherry.internal.code;

/**
 * A class file.
 *
 * @param name binary, such as {@code com.acme.Task$1}
 * @param bytes not copied; not to be changed
 */
public record ClassBytes(String name, byte[] bytes, CodeHash hash) {
    public static ClassBytes of(String name, byte[] bytes) {
        return new ClassBytes(name, bytes, CodeHash.of(bytes));
    }

    @Override
    public String toString() {
        return name + " (" + hash.shown() + ")";
    }
}
