package dev.wherry.mobility.internal.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallException;
import org.junit.jupiter.api.Test;

class RuleTest {
    @Test
    void isFoundInWhatTheVirtualMachineRepeatsOfIt() {
        CallException refusal = Rule.NO_EXIT.refuses("Class acme.Main", "that it ends the process: do not");
        String said = "(Nest host resolution failed: java.lang.NoClassDefFoundError: " + refusal.getMessage();
        assertThat(Rule.isQuotedIn(said + ")", refusal)).isTrue();
        assertThat(Rule.isQuotedIn(said.substring(0, said.length() - 20), refusal))
                .isTrue();
        assertThat(Rule.isQuotedIn(said.replace("acme.Main", "acme.Main2"), refusal))
                .isFalse();
        assertThat(Rule.isQuotedIn(said.replace("no exit", "no native code"), refusal))
                .isFalse();
        assertThat(Rule.isQuotedIn(null, refusal)).isFalse();
    }
}
