package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import org.junit.jupiter.api.Test;

/** The contract that {@link SetUpsTest} runs with only Wherry as named modules. */
public class MixedContract extends WholeContract {
    @Test
    void isOnTheClassPathAndWherryIsNot() {
        assertThat(MixedContract.class.getModule().isNamed()).isFalse();
        assertThat(Endpoint.class.getModule().isNamed()).isTrue();
    }
}
