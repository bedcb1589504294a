package dev.wherry.internal.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.internal.objects.Address;
import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
        "TCP://Host:1/Bank, tcp://Host:1, Bank",
        "tcp://h:1/a%23b%3Fc%25, tcp://h:1, a#b?c%",
        "tcp://my_service:1/bank, tcp://my_service:1, bank",
        "inprocess://here/bank?copy, inprocess://here?copy, bank"
    })
    void separatesTheEndpointFromTheName(String uri, URI endpoint, String name) {
        assertThat(Address.parse(uri)).isEqualTo(new Address(List.of(endpoint), name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tcp://host:5739/bank",
                "unix:/run/bank.sock#bank",
                "inprocess://here/bank",
                "inprocess://here/bank?copy",
                "tcp://h:1/a%20b%23c%3Fd%25e",
                "unix:/run/bank.sock#a%20b%23c",
                "tcp://h:1/b\u00fccher/\u732b"
            })
    void isWrittenAsItIsRead(String uri) {
        Address address = Address.parse(uri);
        assertThat(Address.with(address.endpoints(), address.name())).isEqualTo(uri);
    }

    @Test
    void mayBeAList() {
        assertThat(Address.parse("TCP://a:1,[::1]:2,b/bank"))
                .isEqualTo(new Address(
                        List.of(URI.create("tcp://a:1"), URI.create("tcp://[::1]:2"), URI.create("tcp://b")), "bank"));
        assertThat(Address.parse("inprocess://a,b/bank?copy"))
                .isEqualTo(new Address(
                        List.of(URI.create("inprocess://a?copy"), URI.create("inprocess://b?copy")), "bank"));
        assertThat(Address.parse("unix:/run/a,b#bank").endpoint()).isEqualTo(URI.create("unix:/run/a,b"));
        assertThat(Address.parse("tcp://a:1/x,y").name()).isEqualTo("x,y");
        for (String list : List.of("tcp://a:1,[::1]:2,b/bank", "inprocess://a,b/bank?copy")) {
            Address address = Address.parse(list);
            assertThat(Address.with(address.endpoints(), address.name())).isEqualTo(list);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tcp://,/bank|lists an empty address",
                "tcp://a:1,/bank|lists an empty address",
                "tcp://a:1,,b:2/bank|lists an empty address",
                "tcp://a:1,b:2,A:1/bank|lists the address A:1 twice",
                "tcp://a:1,tcp://b:2/bank|which is written once",
                "tcp://a:1,unix:/run/bank|which is written once",
                "a:1,b:2/bank|did you mean tcp://a:1,b:2/bank?",
                "tcp://a:1,b c/bank|is not a URI"
            })
    void refusesLists(String uri, String why) {
        assertThatThrownBy(() -> Address.parse(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void refusesLongListsAndListsWhereThereCanBeOne() {
        String list =
                IntStream.rangeClosed(0, Address.MOST).mapToObj(i -> "h:" + i).collect(Collectors.joining(","));
        assertThatThrownBy(() -> Address.parse("tcp://" + list + "/bank"))
                .hasMessageContaining("lists 65 addresses: at most 64 are allowed");
        assertThatThrownBy(() -> Address.parse("tcp://a:1,b:2/bank").endpoint())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'tcp://a:1,b:2' is a list of 2 addresses");
    }

    @Test
    void refusesInvalidAddresses() {
        assertThatThrownBy(() -> Address.parse("tcp://a b")).hasMessageContaining("'tcp://a b' is not a URI");
        assertThatThrownBy(() -> Address.parse("localhost")).hasMessageContaining("no scheme");
        assertThatThrownBy(() -> Address.parse("bank/teller")).hasMessageContaining("no scheme");
        assertThatThrownBy(() -> Address.parse("localhost:5000/x"))
                .hasMessageContaining("did you mean tcp://localhost:5000/x?");
        assertThatThrownBy(() -> Address.parse("127.0.0.1:5801"))
                .hasMessageContaining("did you mean tcp://127.0.0.1:5801?");
        assertThatThrownBy(() -> Address.parse("tcp://h:1/my service"))
                .hasMessageContaining("Did you mean 'tcp://h:1/my%20service'?");
        assertThatThrownBy(() -> Address.parse("unix:/s#my service"))
                .hasMessageContaining("Did you mean 'unix:/s#my%20service'?");
        assertThatThrownBy(() -> Address.parse("tcp://h:1/a#b")).hasMessageContaining("# is written %23");
        assertThatThrownBy(() -> Address.parse("tcp://h:1").requireName("tcp://h:1"))
                .hasMessageContaining("tcp://h:1/bank");
        assertThatThrownBy(() -> Address.parse("inprocess://s?copy").requireName("inprocess://s?copy"))
                .hasMessageContaining("such as inprocess://s/bank?copy");
        assertThatThrownBy(() -> Address.parse("tcp://h:1/bank").withoutName("tcp://h:1/bank"))
                .hasMessageContaining("it names the object 'bank'. Connect to tcp://h:1, or look the object up");
    }
}
