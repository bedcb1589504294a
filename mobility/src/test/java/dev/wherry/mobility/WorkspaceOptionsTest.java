package dev.wherry.mobility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class WorkspaceOptionsTest {
    @Test
    void changesOneOptionAtATime() {
        WorkspaceOptions options = WorkspaceOptions.builder()
                .name("visits")
                .kept(true)
                .shippedFirst("com.acme")
                .build();
        assertThat(options.name()).isEqualTo("visits");
        assertThat(options.kept()).isTrue();
        assertThat(options.shippedFirst()).containsExactly("com.acme");
        assertThat(options.prefersShipped("com.acme.Price")).isTrue();
        assertThat(options.prefersShipped("com.acme.sub.Price")).isFalse();

        WorkspaceOptions changed =
                options.toBuilder().shippedFirst("com.acme.*").build();
        assertThat(changed.name()).isEqualTo("visits");
        assertThat(changed.kept()).isTrue();
        assertThat(changed.shippedFirst()).containsExactly("com.acme.*");
        assertThat(options.shippedFirst()).as("of those that it was made of").containsExactly("com.acme");
    }

    @Test
    void arePrivateAndNotKeptByDefault() {
        assertThat(WorkspaceOptions.own().name()).isNull();
        assertThat(WorkspaceOptions.own().kept()).isFalse();
        assertThat(WorkspaceOptions.own().shippedFirst()).isEmpty();
        assertThat(WorkspaceOptions.shared("visits").kept()).isFalse();
    }

    @Test
    void refusesToKeepAPrivateWorkspace() {
        WorkspaceOptions.Builder builder = WorkspaceOptions.builder().kept(true);
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("give it a name");
        assertThat(builder.name("visits").build().kept()).isTrue();
    }
}
