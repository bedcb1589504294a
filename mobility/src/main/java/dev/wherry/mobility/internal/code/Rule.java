package dev.wherry.mobility.internal.code;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import org.jspecify.annotations.Nullable;

/** The rules for received code, with the names that refusals cite. */
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

    private static final String NAMES_RULE = ": the policy's rule '";
    private static final String REFUSES = "' refuses ";

    private final String shown;

    Rule(String shown) {
        this.shown = shown;
    }

    /** @param met what violates the rule, and what to do */
    public CallException refuses(String subject, String met) {
        return new CallException(Code.REFUSED, subject + NAMES_RULE + shown + REFUSES + met);
    }

    /** Returns whether something was refused because of a rule, not of a limit for calls. Only the message of an exception is sent. */
    public static boolean isIn(CallException e) {
        return e.code() == Code.REFUSED && String.valueOf(e.getMessage()).contains(NAMES_RULE);
    }

    /** Returns whether a message contains this refusal. The virtual machine repeats it within other text, and shortens it. */
    public static boolean isQuotedIn(@Nullable String message, CallException refusal) {
        return message != null
                && message.contains(String.valueOf(refusal.getMessage()).split(REFUSES, 2)[0]);
    }

    @Override
    public String toString() {
        return shown;
    }
}
