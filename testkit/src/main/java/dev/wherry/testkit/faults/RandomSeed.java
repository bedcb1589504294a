package dev.wherry.testkit.faults;

import java.io.Serial;
import java.util.Random;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * The seed of a test: a JUnit extension that names the seed if the test fails, so that the failure can be repeated. The system
 * property {@code wherry.seed} sets the seed of all tests that use it.
 *
 * {@snippet :
 * @RegisterExtension
 * final RandomSeed seed = RandomSeed.any();
 * }
 */
public final class RandomSeed implements TestExecutionExceptionHandler {
    private static final String PROPERTY = "wherry.seed";

    private final long seed;

    private RandomSeed(long seed) {
        this.seed = Long.getLong(PROPERTY, seed);
    }

    /** Returns a seed that differs from run to run. */
    public static RandomSeed any() {
        return new RandomSeed(new Random().nextInt(1_000_000_000));
    }

    /** Returns this seed, unless the system property sets another. */
    public static RandomSeed of(long seed) {
        return new RandomSeed(seed);
    }

    /** Returns the seed. */
    public long value() {
        return seed;
    }

    /** Throws the failure of the test, with a suppressed exception that names the seed. */
    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        failure.addSuppressed(
                new Note("The seed was " + seed + ". To repeat the test, set -D" + PROPERTY + "=" + seed));
        throw failure;
    }

    /** A message that needs no stack trace. */
    private static final class Note extends Exception {
        @Serial
        private static final long serialVersionUID = 1;

        Note(String message) {
            super(message, null, false, false);
        }
    }
}
