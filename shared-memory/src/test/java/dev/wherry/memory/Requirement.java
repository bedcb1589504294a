package dev.wherry.memory;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

/** A property that a machine must have for a test. */
final class Requirement {
    private Requirement() {}

    /** Skips the test because this machine lacks something. In CI, which must have it, the test fails. */
    static <T> T missing(String what) {
        return System.getenv("CI") != null ? fail(what) : abort(what);
    }
}
