package dev.wherry.mobility.internal.code;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import org.jspecify.annotations.Nullable;

/** What is insisted on of code that arrives, by the names that refusals cite. */
public enum Rule {
    MOBILITY_ON("code mobility is on"),
    SHIPPERS("who may ship code"),
    SIGNED_BY_KEY("signed with an Ed25519 key"),
    SIGNED_IN_TIME("signed for now"),
    SIGNED_FOR_HOST("signed for this host"),
    SIGNED_FOR_SESSION("signed for this session"),
    SIGNED_AS_IS("signed as it is"),
    BUNDLE_BYTES("bundleBytes"),
    CLASS_BYTES("classBytes"),
    WORKSPACE_CLASSES("workspaceClasses"),
    WORKSPACE_BYTES("workspaceBytes"),
    HOPS("hops"),
    NESTING("nesting"),
    AS_ANNOUNCED("as announced"),
    ONE_VERSION("one version in a workspace"),
    WHOLE_PACKAGES("whole packages"),
    PACKAGES("allowed packages"),
    RESERVED_PACKAGES("no packages of the JDK or of Wherry"),
    VERSION("class-file version"),
    NO_MODULES("no modules"),
    NO_CYCLES("no class above itself"),
    NO_NATIVE_METHODS("no native methods"),
    NO_NATIVE_CODE("no native code"),
    NO_INTERNALS("no Unsafe or other internals of the JDK"),
    NO_CLASS_LOADERS("no class loaders"),
    NO_EXIT("no exit within this process");

    private static final String WORDS = ": the policy's rule '";
    private static final String REFUSES = "' refuses ";

    private final String shown;

    Rule(String shown) {
        this.shown = shown;
    }

    /** @param met what the subject has that the rule is against, and what to do */
    public CallException refuses(String subject, String met) {
        return new CallException(Code.REFUSED, subject + WORDS + shown + REFUSES + met);
    }

    /** Whether a rule is why something was refused, and not a lack of room: by its words, which are all that crosses. */
    public static boolean isIn(CallException e) {
        return e.code() == Code.REFUSED && String.valueOf(e.getMessage()).contains(WORDS);
    }

    /** Whether this says what a rule refused: the virtual machine repeats it among words of its own, and cuts long ones. */
    public static boolean isToldIn(@Nullable String message, CallException refusal) {
        return message != null
                && message.contains(String.valueOf(refusal.getMessage()).split(REFUSES, 2)[0]);
    }

    @Override
    public String toString() {
        return shown;
    }
}
