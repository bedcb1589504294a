package dev.wherry.mobility.internal.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.EndpointOptions;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.internal.bundles.CodeGate;
import dev.wherry.mobility.internal.bundles.WorkspaceCode;
import dev.wherry.mobility.internal.parcels.Parcel;
import dev.wherry.mobility.internal.parcels.Parcel.Reply;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When places are left, with a clock that is moved by hand. */
class PendingReleasesTest {
    private final Map<Long, WorkspaceClient> places = new HashMap<>();
    private final List<Long> left = new ArrayList<>();
    private final Queue<Runnable> later = new ArrayDeque<>();
    private final PendingReleases departures = new PendingReleases(
            places::get,
            (number, _) -> {
                places.remove(number);
                left.add(number);
            },
            later::add);
    private final HostedWorkspace workspace = workspace();

    private static HostedWorkspace workspace() {
        MobilityPolicy policy = MobilityPolicy.acceptAnyone();
        CodeGate gate = new CodeGate(policy, null);
        EndpointOptions options = EndpointOptions.builder().with(policy).build();
        return new HostedWorkspace(
                "any",
                false,
                new WorkspaceCode("any", Set.of(), gate, gate.hostOfTasks(), () -> null),
                new Children(options, address -> {
                    throw new AssertionError("dialled " + address);
                }),
                () -> {});
    }

    private static final class Counting extends WorkspaceClient {
        Counting(HostedWorkspace workspace) {
            super(workspace, _ -> {});
        }

        @Override
        Reply call(Parcel arguments) {
            throw new AssertionError("called");
        }

        @Override
        void send(Parcel arguments) {
            throw new AssertionError("sent to");
        }
    }

    private WorkspaceClient place(long number) {
        WorkspaceClient place = new Counting(workspace);
        workspace.join(place);
        places.put(number, place);
        return place;
    }

    private void come(long number, WorkspaceClient place) {
        place.sent.increment();
        departures.settle(number, place);
    }

    private void muchLater() {
        List<Runnable> due = new ArrayList<>(later);
        later.clear();
        due.forEach(Runnable::run);
    }

    @Test
    void areAtOnceWhereNothingIsAwaited() {
        place(1);
        departures.released(1, 0);
        assertThat(left).containsExactly(1L);
        assertThat(later).isEmpty();
    }

    @Test
    void waitForWhatIsOnItsWay() {
        WorkspaceClient place = place(1);
        come(1, place);
        departures.released(1, 2);
        assertThat(left).isEmpty();
        come(1, place);
        assertThat(left).containsExactly(1L);
        muchLater();
        assertThat(left).containsExactly(1L);
        assertThat(later).isEmpty();
    }

    @Test
    void waitForThePlaceItselfWhereThatIsOnItsWay() {
        departures.released(1, 1);
        come(1, place(1));
        assertThat(left).containsExactly(1L);
    }

    @Test
    void areWithoutWhatNeverComes() {
        WorkspaceClient place = place(1);
        departures.released(1, 3);
        muchLater();
        come(1, place);
        muchLater();
        assertThat(left).as("something came meanwhile").isEmpty();
        muchLater();
        assertThat(left).containsExactly(1L);
    }

    @Test
    void areNotWhileATaskRuns() throws Exception {
        WorkspaceClient place = place(1);
        workspace.begin(place);
        departures.released(1, 2);
        muchLater();
        muchLater();
        muchLater();
        assertThat(left).isEmpty();
        workspace.end(place);
        muchLater();
        assertThat(left).containsExactly(1L);
    }
}
