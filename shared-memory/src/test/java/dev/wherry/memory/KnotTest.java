package dev.wherry.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testsupport.Knots;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Keeps the {@link Knots} of shared memory small. */
class KnotTest {
    @Test
    void hasNoKnotOfManyFiles() throws Exception {
        Knots knots = Knots.around(SharedMemoryTransport.class);

        assertThat(knots.files()).hasSizeGreaterThan(10);
        assertThat(knots.largerThan(3, Map.of())).as("knots of too many files").isEmpty();
    }
}
