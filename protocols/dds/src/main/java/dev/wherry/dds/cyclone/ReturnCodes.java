package dev.wherry.dds.cyclone;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.DdsException.Kind;

/** The return codes of the C library. */
final class ReturnCodes {
    private static final int UNSUPPORTED = -2;
    private static final int BAD_PARAMETER = -3;
    private static final int PRECONDITION_NOT_MET = -4;
    private static final int IMMUTABLE_POLICY = -7;
    private static final int INCONSISTENT_POLICY = -8;
    private static final int ALREADY_DELETED = -9;
    private static final int TIMEOUT = -10;

    private ReturnCodes() {}

    static DdsException failed(String what, String function, int code) {
        return DdsException.of(kind(code), what, function, code, text(code));
    }

    private static Kind kind(int code) {
        return switch (code) {
            case TIMEOUT -> Kind.TIMEOUT;
            case ALREADY_DELETED -> Kind.CLOSED;
            case UNSUPPORTED, BAD_PARAMETER, PRECONDITION_NOT_MET, IMMUTABLE_POLICY, INCONSISTENT_POLICY ->
                Kind.REFUSED;
            default -> Kind.FAILED;
        };
    }

    private static String text(int code) {
        return Layouts.text(Functions.STRRETCODE.pointer(code), 200);
    }

    static DdsException closed(String what) {
        return new DdsException(Kind.CLOSED, Character.toUpperCase(what.charAt(0)) + what.substring(1) + " is closed");
    }
}
