package dev.wherry.lab.results;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The outcome of a cell. */
public enum Verdict {
    /** It answered everything rightly and was timed. */
    MEASURED,
    /** The peer's adapter does not offer this workload. */
    NOT_OFFERED,
    /** It answered wrongly, or not over the transport or with the serializer that it claims; so it was not timed. */
    DID_NOT_CONFORM,
    /** A process died, fell silent past its deadline or spoke something else than the protocol. */
    FAILED;

    /** Returns the name in the results. */
    @JsonValue
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
