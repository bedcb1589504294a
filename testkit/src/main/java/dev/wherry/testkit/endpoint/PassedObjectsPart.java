package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Calls;
import java.rmi.NoSuchObjectException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Remote objects that arrive as stubs, and types that are refused. Neither occurs if objects are passed by reference
 * within a JVM.
 */
interface PassedObjectsPart extends RemoteObjectsPart, CopiedRemoteObjectsPart {
    /** A class that is not registered. */
    final class Unlisted implements RemoteSounding {
        @Override
        public String sound() {
            return "unlisted";
        }
    }

    @Test
    default void endsTheStubsOfAnObjectThatIsUnexported() throws Exception {
        Ear ear = new Ear();
        Station station = fixture().serve(Station.class, new Speaking(Map.of("ear", ear)));
        Named passed = (Named) station.find("ear");
        assertThat(passed.name()).isEqualTo("ear");
        assertThat(fixture().server().unexport(ear)).isTrue();
        assertThat(fixture().server().unexport(ear)).isFalse();
        assertThatThrownBy(passed::name).isInstanceOf(NoSuchObjectException.class);
        assertThat(((Named) station.find("ear")).name()).as("passed again").isEqualTo("ear");
        Calls.release(passed);
    }

    @Test
    default void namesTheArrayOrClassObjectThatIsRefused() {
        Locator locator = locator();
        assertThatThrownBy(() -> locator.find(Unlisted.class))
                .hasMessageContaining("register(" + Unlisted.class.getCanonicalName() + ".class)")
                .hasMessageNotContaining("a stub cannot stand here");
        assertThatThrownBy(() -> locator.echo(new Unlisted[] {new Unlisted()}))
                .hasMessageContaining("an array of " + Unlisted.class.getName())
                .hasMessageNotContaining("a stub cannot stand here");
    }
}
