package dev.wherry.lab;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

/** Decides about a test that needs a tool or a permission which is missing here. */
public final class MissingTool {
    private MissingTool() {}

    /**
     * Skips the test. In CI it fails, because there it would be skipped without notice.
     *
     * @param missing what is missing and how to install it
     */
    public static <T> T skipsOrFails(String missing) {
        return System.getenv("CI") != null ? fail(missing) : abort(missing);
    }
}
