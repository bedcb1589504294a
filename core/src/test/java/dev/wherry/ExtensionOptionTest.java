package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExtensionOptionTest {
    @Test
    void returnsTheOptionThatWasSetLastOfItsClass() {
        EndpointOptions one =
                EndpointOptions.builder().with(new Depth(1)).with(new Open()).build();
        EndpointOptions other = one.toBuilder().with(new Depth(2)).build();

        assertThat(one.extension(Depth.class)).isEqualTo(new Depth(1));
        assertThat(other.extension(Depth.class)).isEqualTo(new Depth(2));
        assertThat(other.extension(Open.class)).isEqualTo(new Open());
        assertThat(EndpointOptions.defaults().extension(Depth.class)).isNull();
    }

    @Test
    void acceptsCodeIfOneOfItsOptionsDoes() {
        assertThat(EndpointOptions.builder().with(new Depth(1)).build().acceptsCode())
                .isFalse();
        assertThat(EndpointOptions.builder()
                        .with(new Depth(1))
                        .with(new Open())
                        .build()
                        .acceptsCode())
                .isTrue();
    }

    private record Depth(int depth) implements ExtensionOption {}

    private record Open() implements ExtensionOption {
        @Override
        public boolean acceptsCode() {
            return true;
        }
    }
}
