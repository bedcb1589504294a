package dev.wherry.lab.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InheritedFlagsTest {
    private static final Map<String, String> ALL = Map.of(
            InheritedFlags.LAST,
            "-Dwho=last",
            InheritedFlags.TOOLS,
            " -Dwho=tools  -Dtoo ",
            InheritedFlags.LAUNCHER,
            "-Dwho=launcher",
            "PATH",
            "/bin");

    @Test
    void standInTheOrderInWhichTheyTakeEffect() {
        assertThat(InheritedFlags.in(ALL).around(List.of("-Dwho=own")))
                .containsExactly("-Dwho=tools", "-Dtoo", "-Dwho=launcher", "-Dwho=own", "-Dwho=last");
        assertThat(InheritedFlags.in(Map.of()).with("-Dhaste").around(List.of("-Dwho=own")))
                .containsExactly("-Dhaste", "-Dwho=own");
    }

    /** With a real virtual machine: which one overrules which. */
    @ParameterizedTest
    @CsvSource({
        "JAVA_TOOL_OPTIONS, JDK_JAVA_OPTIONS, ''",
        "JDK_JAVA_OPTIONS, PATH, -Dwho=own",
        "_JAVA_OPTIONS, PATH, -Dwho=own",
    })
    void takeEffectInThatOrder(String one, String other, String own) throws Exception {
        Map<String, String> some = Map.of(one, ALL.get(one), other, ALL.get(other));
        List<String> command = own.isEmpty() ? List.of() : List.of(own);
        String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
        ProcessBuilder builder = new ProcessBuilder(java, "-XshowSettings:properties", "-version");
        builder.command().addAll(1, command);
        builder.environment().keySet().removeAll(ALL.keySet());
        builder.environment().putAll(some);
        Process process = builder.redirectErrorStream(true).start();

        String settings = String.join("\n", process.inputReader().lines().toList());
        String winner = InheritedFlags.in(some).around(command).getLast();
        assertThat(settings).contains("    " + winner.replace("-D", "").replace("=", " = "));
    }

    @Test
    void areToldByTheVariablesThatHaveThem() {
        assertThat(InheritedFlags.in(ALL))
                .hasToString(
                        "JAVA_TOOL_OPTIONS=-Dwho=tools  -Dtoo JDK_JAVA_OPTIONS=-Dwho=launcher _JAVA_OPTIONS=-Dwho=last");
        assertThat(InheritedFlags.in(Map.of("PATH", "/bin"))).hasToString("");
    }
}
