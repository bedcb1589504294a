package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Calls;
import java.rmi.NoSuchObjectException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Remote objects that arrive as stubs, which they do not within a JVM by reference. */
interface PassedObjectsPart extends RemoteObjectsPart, CopiedRemoteObjectsPart {
    @Test
    default void endsTheStubsOfAnObjectThatIsUnexported() throws Exception {
        Ear ear = new Ear();
        Station station = world().serve(Station.class, new Speaking(Map.of("ear", ear)));
        Named passed = (Named) station.find("ear");
        assertThat(passed.name()).isEqualTo("ear");
        assertThat(world().server().unexport(ear)).isTrue();
        assertThat(world().server().unexport(ear)).isFalse();
        assertThatThrownBy(passed::name).isInstanceOf(NoSuchObjectException.class);
        assertThat(((Named) station.find("ear")).name()).as("passed again").isEqualTo("ear");
        Calls.release(passed);
    }
}
