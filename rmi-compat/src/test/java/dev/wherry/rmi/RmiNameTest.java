package dev.wherry.rmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.MalformedURLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names in the form that {@code java.rmi.Naming} accepts. */
class RmiNameTest {
    @ParameterizedTest
    @CsvSource({
        "bank,,1099,bank",
        "/bank,,1099,bank",
        "a/b,,1099,a/b",
        "//host/bank,host,1099,bank",
        "//host:7/bank,host,7,bank",
        "//:7/bank,localhost,7,bank",
        "rmi:///bank,,1099,bank",
        "rmi://host/bank,host,1099,bank",
        "rmi://host:7/bank:main,host,7,bank:main",
        "rmi://:7/bank,localhost,7,bank",
        "rmi://[::1]:7/bank,::1,7,bank",
        "//host/my%20bank,host,1099,my bank",
        "//host:7,host,7,",
    })
    void areParsed(String text, String host, int port, String name) throws Exception {
        assertThat(RmiName.parse(text))
                .isEqualTo(new RmiName(host == null ? "" : host, port, name == null ? "" : name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://host/bank",
                "my bank",
                "//host:port/bank",
                "//host/a#b",
                "//host/a?b",
                "//me@host/bank",
                "a:b",
                "rmi:bank"
            })
    void areRefused(String text) {
        assertThatThrownBy(() -> RmiName.parse(text))
                .isInstanceOf(MalformedURLException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("rmi://host:1099/name");
    }

    @Test
    void areListedInFull() throws Exception {
        assertThat(RmiName.parse("rmi://host").with("bank")).isEqualTo("//host:1099/bank");
        assertThat(RmiName.parse("//[::1]:7").with("bank")).isEqualTo("//[::1]:7/bank");
    }
}
