package dev.wherry.internal.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Identity;
import dev.wherry.Limits;
import dev.wherry.internal.session.NarrowLink;
import dev.wherry.spi.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Whose Hello is read first, without a clock. */
final class HandshakeQueueTest {
    private final List<String> started = new ArrayList<>();
    private final List<String> closed = new ArrayList<>();
    private final AcceptedLinks links = new AcceptedLinks(Limits.defaults());
    private final HandshakeQueue queue = new HandshakeQueue(4, link -> started.add(from(link)));

    private static String from(Link link) {
        return String.valueOf(link.peer().name());
    }

    private AcceptedLink add(String ip, int port) {
        Identity peer = new Identity("address", ip + ":" + port, Map.of(Identity.IP, ip));
        AcceptedLink link = new AcceptedLink(
                new NarrowLink(length -> length) {
                    @Override
                    public Identity peer() {
                        return peer;
                    }

                    @Override
                    public void close() {
                        closed.add(from(this));
                    }
                },
                links,
                "tcp");
        queue.add(link);
        return link;
    }

    @Test
    void keepsAPlaceForOtherSourcesThanTheOneThatFloods() {
        AcceptedLink first = add("10.0.0.1", 1);
        for (int port = 2; port <= 100; port++) {
            add("10.0.0.1", port);
        }
        assertThat(started).containsExactly("10.0.0.1:1", "10.0.0.1:2", "10.0.0.1:3");
        assertThat(queue.isWantedPlace(first)).isTrue();
        AcceptedLink other = add("10.0.0.2", 1);
        assertThat(started).hasSize(4).endsWith("10.0.0.2:1");
        queue.left(other);
        add("10.0.0.3", 1);
        assertThat(started).hasSize(5).endsWith("10.0.0.3:1");
        assertThat(closed).isEmpty();
    }

    @Test
    void letsSourcesTakeTurns() {
        List<AcceptedLink> first = new ArrayList<>();
        for (int source = 1; source <= 4; source++) {
            first.add(add("10.0.0." + source, 0));
        }
        for (int source = 1; source <= 3; source++) {
            add("10.0.1." + source, 1);
            add("10.0.1." + source, 2);
        }
        assertThat(started).hasSize(4);
        first.forEach(queue::left);
        assertThat(started.subList(4, 8)).containsExactly("10.0.1.1:1", "10.0.1.2:1", "10.0.1.3:1", "10.0.1.1:2");
    }

    @Test
    void wantsNoPlaceThatNobodyElseCouldHave() {
        AcceptedLink only = add("10.0.0.1", 1);
        assertThat(queue.isWantedPlace(only)).isFalse();
        queue.left(only);
        assertThat(queue.isWantedPlace(only)).isFalse();
    }

    @Test
    void dropsOfTheSourceThatHasMostWaiting() {
        for (int source = 0; source < 3; source++) {
            for (int port = 1; port <= 1_000; port++) {
                add("10.0.0." + source, port);
            }
        }
        assertThat(closed).isNotEmpty().allMatch(each -> each.startsWith("10.0.0."));
        closed.clear();
        add("10.0.9.9", 1);
        assertThat(closed).singleElement().asString().doesNotStartWith("10.0.9.9");
    }

    @Test
    void closesThoseThatWaitAndThoseThatComeLater() {
        for (int port = 1; port <= 10; port++) {
            add("10.0.0.1", port);
        }
        queue.close();
        assertThat(closed).hasSize(7);
        add("10.0.0.2", 1);
        assertThat(closed).hasSize(8);
    }

    @Test
    void dropsManyLinksForWhichNoThreadCanBeHadWithoutNesting() {
        AtomicInteger dropped = new AtomicInteger();
        AtomicInteger depth = new AtomicInteger();
        AtomicInteger deepest = new AtomicInteger();
        List<AcceptedLink> first = new ArrayList<>();
        AtomicReference<HandshakeQueue> scarce = new AtomicReference<>();
        scarce.set(new HandshakeQueue(1, link -> {
            if (first.isEmpty()) {
                first.add(link);
                return;
            }
            deepest.accumulateAndGet(depth.incrementAndGet(), Math::max);
            dropped.incrementAndGet();
            scarce.get().left(link);
            depth.decrementAndGet();
        }));
        for (int i = 0; i < 2_000; i++) {
            Identity peer = new Identity(
                    "address", "10.0." + i % 200 + ".1:" + i, Map.of(Identity.IP, "10.0." + i % 200 + ".1"));
            scarce.get()
                    .add(new AcceptedLink(
                            new NarrowLink(length -> length) {
                                @Override
                                public Identity peer() {
                                    return peer;
                                }
                            },
                            links,
                            "tcp"));
        }
        scarce.get().left(first.getFirst());
        assertThat(dropped).hasValue(1_999);
        assertThat(deepest).hasValue(1);
    }
}
