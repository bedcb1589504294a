package dev.wherry.spi;

import dev.wherry.text.OneLine;
import java.io.Serial;

/**
 * A value that cannot be turned into bytes, or bytes that cannot be turned into a value. It reaches the caller as a
 * {@link dev.wherry.CallException} with code {@link dev.wherry.CallException.Code#CODEC}.
 */
public final class CodecException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final String problem;
    private final String path;

    private CodecException(CodecException inner, String path) {
        super(path.isEmpty() ? inner.problem : inner.problem + "\n    at " + OneLine.whole(path));
        this.problem = inner.problem;
        this.path = path;
        setStackTrace(inner.getStackTrace());
        if (inner.getCause() != null) {
            initCause(inner.getCause());
        }
    }

    /** Problems name what peers have sent. */
    private CodecException(String problem) {
        super(OneLine.whole(problem));
        this.problem = OneLine.whole(problem);
        this.path = "";
    }

    /** Returns the exception for bytes that no correct peer sends; {@code what} describes them. */
    public static CodecException malformed(String what) {
        return new CodecException("Malformed: " + what);
    }

    /**
     * Returns the exception for a correct peer that has another version of a class or of the interface.
     *
     * @param what a sentence without its full stop
     */
    public static CodecException incompatible(String what) {
        return new CodecException(what + ". Bring both sides to the same version.");
    }

    /**
     * Returns the exception for a value that a peer sent and whose class does not fit the type declared here.
     *
     * @param className the class of the value
     * @param declared the declared type
     */
    public static CodecException misplaced(String className, String declared) {
        return incompatible("A " + className + " was sent where a " + declared + " is declared");
    }

    /** More than a limit of {@link dev.wherry.Limits} allows. */
    public static CodecException limit(String what, String limit) {
        return new CodecException("Over the limit '" + limit + "': " + what);
    }

    /** A class that may not travel here; {@code remedy} is the line to add, or what to do instead. */
    public static CodecException refused(String className, String remedy) {
        return new CodecException("Refused: " + className + " may not travel here. " + remedy);
    }

    /**
     * Returns the exception for a value that cannot be encoded or decoded at all, such as a cycle through a record.
     *
     * @param what the whole message
     */
    public static CodecException impossible(String what) {
        return new CodecException(what);
    }

    /** Returns this exception with a longer path, which begins with {@code step}. It has the same cause and stack trace. */
    public CodecException at(String step) {
        return new CodecException(this, path.isEmpty() ? step : step + path);
    }

    /** Returns the place in the message, such as {@code parameter 'order'.lines[3].item}. Empty if it is not known. */
    public String path() {
        return path;
    }
}
