package dev.wherry.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import org.junit.jupiter.api.Test;

/** What {@link SetUpsTest} runs where only Wherry is a module. */
public class MixedContract extends WholeContract {
    @Test
    void isOnTheClassPathAndWherryIsNot() {
        assertThat(MixedContract.class.getModule().isNamed()).isFalse();
        assertThat(Endpoint.class.getModule().isNamed()).isTrue();
    }
}
