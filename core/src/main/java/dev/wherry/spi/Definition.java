package dev.wherry.spi;

import java.lang.ref.WeakReference;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Something said once on a link and named by a number afterwards: a method, an interface, a codec's schema. Two of the
 * same kind and content are equal and share a number, so classes that are loaded again and again need no more of them.
 */
public final class Definition {
    /** The kind of thing that a definition describes. The order is the wire's. */
    public enum Kind {
        /** A method of a remote interface. */
        METHOD,
        /** A remote interface. */
        INTERFACE,
        /** The description of a class by a codec. */
        SCHEMA
    }

    /** Bytes that a definition may have at the most. */
    public static final int LONGEST = 1 << 15;

    private final Kind kind;
    private final byte[] content;
    private final int hash;
    private volatile @Nullable Meaning meanings;

    /** Keeps the objects that it has created from definitions until the session of each definition ends. */
    public interface Interpreter {
        /** The session of this definition has ended. */
        void forget(Definition definition);
    }

    /** The object of one interpreter. Both are held weakly, since their classes may be unloaded. */
    private record Meaning(
            WeakReference<Object> interpreter,
            WeakReference<Object> meaning,
            @Nullable Meaning next) {}

    /**
     * Creates a definition. It keeps {@code content} without copying it.
     *
     * @throws CodecException if the content has more than {@link #LONGEST} bytes
     */
    public Definition(Kind kind, byte[] content) {
        if (content.length > LONGEST) {
            throw CodecException.limit("a definition of " + content.length + " bytes", "Definition.LONGEST");
        }
        this.kind = kind;
        this.content = content;
        hash = 31 * Arrays.hashCode(content) + kind.name().hashCode();
    }

    /** Returns the kind of thing that this describes. */
    public Kind kind() {
        return kind;
    }

    /** Returns the content, which is not a copy: do not change it. */
    public byte[] content() {
        return content;
    }

    /** Returns the object that an interpreter has created from it; null if there is none yet, or it has been collected. */
    public @Nullable Object meaning(Object interpreter) {
        for (Meaning each = meanings; each != null; each = each.next) {
            if (each.interpreter.refersTo(interpreter)) {
                return each.meaning.get();
            }
        }
        return null;
    }

    /**
     * Remembers the object that an interpreter has created from it, so that it is created once per session. A race creates it twice,
     * which does no harm.
     *
     * @param meaning held by the interpreter or by its class; here it is only weakly reachable
     */
    public void meaning(Object interpreter, Object meaning) {
        Meaning others = null;
        for (Meaning each = meanings; each != null; each = each.next) {
            if (!each.interpreter.refersTo(interpreter) && !each.meaning.refersTo(null)) {
                others = new Meaning(each.interpreter, each.meaning, others);
            }
        }
        meanings = new Meaning(new WeakReference<>(interpreter), new WeakReference<>(meaning), others);
    }

    /** Called when its session has ended. */
    public void forget() {
        for (Meaning each = meanings; each != null; each = each.next) {
            if (each.interpreter.get() instanceof Interpreter interpreter) {
                interpreter.forget(this);
            }
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof Definition that
                        && hash == that.hash
                        && kind == that.kind
                        && Arrays.equals(content, that.content));
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
