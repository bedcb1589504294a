package dev.wherry.dds.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DomainAddressTest {
    @Test
    void hasTheSamePartitionInThePathAndTheQuery() {
        DomainAddress address = DomainAddress.ofListener(URI.create("dds://66/floor"));
        assertThat(address).isEqualTo(DomainAddress.ofListener(URI.create("dds://66?partition=floor")));
        assertThat(address.partition()).isEqualTo("floor");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dds://66/%00", "dds://66/a%0Ab", "dds://66?partition=%7F"})
    void refusesPartitionsWithControlCharacters(String address) {
        assertThatThrownBy(() -> DomainAddress.ofListener(URI.create(address)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has a control character");
    }
}
