package dev.wherry.lab;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

public record Listing(List<String> suites, List<ListedSystem> systems) {
    /** Whether a system can be run here. */
    public enum Status {
        /** Its probe passed; it is prepared on first use. */
        READY,
        /** Its probe failed: something has to be installed. */
        ABSENT,
        /** It is known not to work here, or its folder is faulty. */
        DOES_NOT_RUN;

        /** Returns the name in texts and in JSON. */
        @JsonValue
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** One system. */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record ListedSystem(
            String name, Status status, @Nullable String reason, String install) {}

    /** As one line of JSON: {@code {"suites": [...], "systems": [{"name", "status", "reason", "install"}]}}. */
    public String toJson() {
        return JsonMapper.shared().writeValueAsString(this);
    }
}
