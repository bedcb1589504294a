package dev.wherry.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ports at which systems are configured to listen. */
class FreePortTest {
    /** Chosen at random from as many as there are, two of them were the same in all but one of some thousand runs. */
    private static final int PORTS = 300;

    @Test
    void areChosenByOneProcessAloneThoughNobodyListensThereYet(@TempDir Path classes) throws Exception {
        Method one = PeerSources.common(classes, "Host").getMethod("freePort");
        Method other = PeerSources.common(classes, "Host").getMethod("freePort");
        Set<Object> chosen = new HashSet<>();
        for (int i = 0; i < PORTS; i++) {
            chosen.add(one.invoke(null));
            chosen.add(other.invoke(null));
        }
        assertThat(chosen).hasSize(2 * PORTS);
    }
}
