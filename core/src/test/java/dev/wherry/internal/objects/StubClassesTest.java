package dev.wherry.internal.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.internal.session.Pair;
import dev.wherry.internal.wire.InboundCapacity;
import dev.wherry.spi.CodecException;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** The classes of stubs in an endpoint's capacity. */
final class StubClassesTest {
    private static final int CAPACITY = 800_000;
    private static final int PART = 100_000;

    private final InboundCapacity capacity = new InboundCapacity(CAPACITY);
    private final StubClasses.OfAllSessions classes = new StubClasses.OfAllSessions(capacity);

    private static final class Loader extends ClassLoader {
        Loader() {
            super(StubClassesTest.class.getClassLoader());
        }
    }

    /** A class that can be unloaded. */
    private static Class<?> fresh() {
        return Proxy.newProxyInstance(new Loader(), new Class<?>[] {Runnable.class}, (proxy, method, arguments) -> null)
                .getClass();
    }

    @Test
    void takeTheirPartOfItOnceAndGiveItBackWhenTheyAreUnloaded() {
        Class<?> kept = fresh();
        classes.take(kept, 10_000);
        classes.take(kept, 10_000);
        classes.take(fresh(), 50_000);
        assertThat(capacity.taken()).isBetween(10_000L, 60_000L);
        Pair.until("the other class is unloaded", () -> {
            System.gc();
            return capacity.taken() == 10_000;
        });
        assertThat(kept).isNotNull();
        classes.take(fresh(), PART - 10_000);
    }

    @Test
    void takeNoMoreThanTheirPart() {
        Class<?> kept = fresh();
        classes.take(kept, PART);
        assertThatThrownBy(() -> classes.take(fresh(), 1))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("inboundBytes");
        assertThat(capacity.taken()).isEqualTo(PART);
        assertThat(kept).isNotNull();
    }
}
