package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AddressTest {
    @ParameterizedTest
    @CsvSource({
        "tcp://host:5739/bank, tcp://host:5739, bank",
        "tcp://host/a/b, tcp://host, a/b",
        "tcp://[::1]:5739/bank, tcp://[::1]:5739, bank",
        "tcp://host:5739, tcp://host:5739, ''",
        "tcp://host:5739/, tcp://host:5739, ''",
        "tcp://host:1/a%20b, tcp://host:1, a b",
        "unix:/run/bank.sock#bank, unix:/run/bank.sock, bank",
        "unix:/run/bank.sock, unix:/run/bank.sock, ''",
        "unix:/with%20space#b%20c, unix:/with%20space, b c",
        "inprocess://here/bank?copy, inprocess://here?copy, bank"
    })
    void tellsTheEndpointFromTheName(String uri, URI endpoint, String name) {
        assertThat(Address.parse(uri)).isEqualTo(new Address(endpoint, name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tcp://host:5739/bank",
                "unix:/run/bank.sock#bank",
                "inprocess://here/bank",
                "inprocess://here/bank?copy"
            })
    void isWrittenAsItIsRead(String uri) {
        Address address = Address.parse(uri);
        assertThat(Address.with(address.endpoint(), address.name())).isEqualTo(uri);
    }

    @Test
    void refusesWhatIsNoAddress() {
        assertThatThrownBy(() -> Address.parse("tcp://a b")).hasMessageContaining("'tcp://a b' is no URI");
        assertThatThrownBy(() -> Address.parse("localhost")).hasMessageContaining("no scheme");
        assertThatThrownBy(() -> Address.parse("bank/teller")).hasMessageContaining("no scheme");
        assertThatThrownBy(() -> Address.parse("tcp://h:1").requireName("tcp://h:1"))
                .hasMessageContaining("tcp://h:1/bank");
        assertThatThrownBy(() -> Address.parse("inprocess://s?copy").requireName("inprocess://s?copy"))
                .hasMessageContaining("such as inprocess://s/bank?copy");
    }
}
