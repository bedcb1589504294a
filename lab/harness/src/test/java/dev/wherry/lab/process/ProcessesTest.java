package dev.wherry.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.plan.ServersOn;
import org.junit.jupiter.api.Test;

class ProcessesTest {
    @Test
    void handOnNoTokenToWhatTheyStart() throws Exception {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "echo ${%s-nothing} $KNOWN".formatted(ServersOn.TOKEN));
        builder.environment().put(ServersOn.TOKEN, "a token of some length");
        builder.environment().put("KNOWN", "but this");

        Process process = Processes.start(builder);
        assertThat(process.inputReader().readLine()).isEqualTo("nothing but this");
        Processes.kill(process);
    }
}
