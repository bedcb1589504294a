package dev.wherry.lab.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RemoteServersTest {
    @Test
    void areAtTheHostThatTheLastWordNames() {
        assertThat(RemoteServers.parse("ssh -C me@example.org", null))
                .isEqualTo(new RemoteServers(List.of("ssh", "-C", "me@example.org"), "example.org"));
        assertThat(RemoteServers.parse("ssh example.org", "10.0.0.2").address()).isEqualTo("10.0.0.2");
    }

    @Test
    void needAPrefix() {
        assertThatThrownBy(() -> RemoteServers.parse(" ", "10.0.0.2")).isInstanceOf(LabException.class);
    }
}
