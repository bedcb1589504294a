package dev.wherry.dds.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceAddressTest {
    @Test
    void hasTheSamePartitionInThePathAndTheQuery() {
        ServiceAddress address = ServiceAddress.ofListener(URI.create("dds://66/floor"));
        assertThat(address).isEqualTo(ServiceAddress.ofListener(URI.create("dds://66?partition=floor")));
        assertThat(address.partition()).isEqualTo("floor");
    }

    @ParameterizedTest
    @ValueSource(strings = {"dds://66/%00", "dds://66/a%0Ab", "dds://66?partition=%7F"})
    void refusesPartitionsWithControlCharacters(String address) {
        assertThatThrownBy(() -> ServiceAddress.ofListener(URI.create(address)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has a control character");
    }
}
