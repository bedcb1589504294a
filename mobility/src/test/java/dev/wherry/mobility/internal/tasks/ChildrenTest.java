package dev.wherry.mobility.internal.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.EndpointOptions;
import dev.wherry.mobility.ChildLimits;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.internal.bundles.CodeGate;
import dev.wherry.mobility.internal.bundles.WorkspaceCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How many child JVMs an endpoint has, before any of them is started. */
class ChildrenTest {
    private final MobilityPolicy policy = MobilityPolicy.builder()
            .acceptAnyone()
            .child(ChildLimits.defaults())
            .build();
    private final CodeGate gate = new CodeGate(policy, null);
    private final Children children =
            new Children(EndpointOptions.builder().with(policy).build(), address -> {
                throw new AssertionError("dialled " + address);
            });

    private HostedWorkspace workspace() {
        WorkspaceCode code = new WorkspaceCode("any", Set.of(), gate, gate.hostOfTasks(), () -> null);
        return new HostedWorkspace("any", false, code, children, () -> {});
    }

    @Test
    void areSoManyAtTheMost() {
        List<HostedWorkspace> all = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            all.add(workspace());
        }
        assertThatThrownBy(this::workspace)
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(CallException.Code.REFUSED))
                .hasMessageContaining("64");
        HostedWorkspace first = all.getFirst();
        first.release();
        first.child().awaitEnd();
        assertThat(workspace().child()).isNotNull();
        children.close();
    }
}
