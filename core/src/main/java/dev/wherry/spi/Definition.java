package dev.wherry.spi;

import org.jspecify.annotations.Nullable;

/**
 * Something said once on a link and named by a number afterwards: a method, an interface, a codec's schema. A writer
 * keeps one object per thing that it defines; identity is what counts.
 */
public final class Definition {
    /** What a definition is of. The order is the wire's. */
    public enum Kind {
        METHOD,
        INTERFACE,
        SCHEMA
    }

    /** Bytes that a definition may have at the most. */
    public static final int LONGEST = 1 << 15;

    private final Kind kind;
    private final byte[] content;
    private volatile @Nullable Object meaning;

    public Definition(Kind kind, byte[] content) {
        if (content.length > LONGEST) {
            throw CodecException.limit("a definition of " + content.length + " bytes", "Definition.LONGEST");
        }
        this.kind = kind;
        this.content = content;
    }

    public Kind kind() {
        return kind;
    }

    /** Not copied; not to be changed. */
    public byte[] content() {
        return content;
    }

    /** What the reader made of it, kept here so that it is made once per session. A race makes it twice, harmlessly. */
    public @Nullable Object meaning() {
        return meaning;
    }

    public void meaning(Object meaning) {
        this.meaning = meaning;
    }
}
