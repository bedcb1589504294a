package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testsupport.Knots;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Keeps the {@link Knots} of core small. */
class KnotTest {
    private static final int MOST = 10;

    /** Packages with limits of their own. A limit is lowered when its package allows it, and never raised. */
    private static final Map<String, Integer> LIMITS = Map.of(
            "dev.wherry.codec.compact", 6,
            "dev.wherry.internal.endpoint", 6,
            "dev.wherry.internal.invoke", 2,
            "dev.wherry.internal.loop", 6,
            "dev.wherry.internal.session", 6);

    private static Knots knots;

    @BeforeAll
    static void readClassFiles() throws Exception {
        knots = Knots.around(Endpoint.class);
        assertThat(knots.files()).hasSizeGreaterThan(100);
    }

    @Test
    void hasNoKnotOfManyFiles() {
        assertThat(knots.largerThan(MOST, LIMITS)).as("knots of too many files").isEmpty();
    }

    @Test
    void hasNoKnotAcrossPackages() {
        assertThat(knots.acrossPackages())
                .as("knots of files of several packages")
                .isEmpty();
    }
}
