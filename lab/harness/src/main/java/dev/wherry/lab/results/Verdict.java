package dev.wherry.lab.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** What became of a cell. */
public enum Verdict {
    /** It answered everything rightly and was timed. */
    @JsonProperty("measured")
    MEASURED,
    /** The peer's adapter does not offer this workload. */
    @JsonProperty("not offered")
    NOT_OFFERED,
    /** It answered wrongly, or not over the transport or with the serializer that it claims; so it was not timed. */
    @JsonProperty("did not conform")
    DID_NOT_CONFORM,
    /** A process died, fell silent past its deadline or spoke something else than the protocol. */
    @JsonProperty("failed")
    FAILED;

    /** As the results say it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
