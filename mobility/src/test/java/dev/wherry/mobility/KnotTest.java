package dev.wherry.mobility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testsupport.Knots;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Keeps the {@link Knots} of mobility small. */
class KnotTest {
    private static final int MOST = 3;

    /** Packages with limits of their own. A limit is lowered when its package allows it, and never raised. */
    private static final Map<String, Integer> LIMITS = Map.of(
            "dev.wherry.mobility.internal.bundles", 5,
            "dev.wherry.mobility.internal.parcels", 5);

    private static Knots knots;

    @BeforeAll
    static void readClassFiles() throws Exception {
        knots = Knots.around(Tasks.class);
        assertThat(knots.files()).hasSizeGreaterThan(50);
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
