package dev.wherry.mobility.internal.bundles;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.mobility.internal.bundles.ClassOrigins.Origin;
import dev.wherry.mobility.internal.code.CodeHash;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClassOriginsTest {
    private static final CodeHash OLD = CodeHash.of(new byte[] {1});
    private static final CodeHash NEW = CodeHash.of(new byte[] {2});

    private final ClassOrigins origins = new ClassOrigins();

    @Test
    void keepPackagesWholeThoughTheyComeInParts() {
        origins.decide(Map.of("acme.lib.Library", new Origin(NEW, OLD)));
        assertThatThrownBy(() -> origins.checkWhole(Map.of("acme.lib.Inside", new Origin(NEW, null))))
                .isInstanceOf(CallException.class)
                .hasMessageContainingAll("acme.lib.Library", OLD.shown(), NEW.shown());
        assertThatCode(() -> origins.checkWhole(Map.of("acme.app.Asks", new Origin(NEW, null))))
                .doesNotThrowAnyException();
    }

    @Test
    void letAPackageBeMixedWhoseHostsPartIsTheSame() {
        origins.decide(Map.of("acme.lib.Library", new Origin(NEW, NEW)));
        assertThatCode(() -> origins.checkWhole(Map.of("acme.lib.Inside", new Origin(NEW, null))))
                .doesNotThrowAnyException();
    }
}
