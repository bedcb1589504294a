package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.ByReference;
import dev.wherry.Endpoint;
import dev.wherry.OneWay;
import dev.wherry.Peer;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.Tasks;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Objects that tasks take along by reference, whose interfaces the host lacks as well. */
class CallbacksTest {
    @AutoClose
    private final HostAndClient ends = new HostAndClient(CallbacksTest.class);

    private final Peer peer = ends.peer();

    record Order(String what, int count) {}

    record Receipt(Order order, String by) {}

    static class SoldOut extends Exception {
        final Order order;

        SoldOut(Order order, Throwable cause) {
            super("no " + order.what(), cause);
            this.order = order;
        }
    }

    @ByReference
    interface Desk {
        Receipt take(Order order) throws SoldOut;

        CompletableFuture<Receipt> later(Order order);

        @OneWay
        void note(Order order);

        Desk itself();

        boolean isItself(Desk other);

        Receipt through(Callable<Order> order) throws Exception;
    }

    static class Clerk implements Desk {
        final BlockingQueue<Order> noted = new LinkedBlockingQueue<>();

        @Override
        public Receipt take(Order order) throws SoldOut {
            if (order.count() == 0) {
                throw new SoldOut(order, new IllegalStateException("none left"));
            }
            return new Receipt(order, "clerk");
        }

        @Override
        public CompletableFuture<Receipt> later(Order order) {
            return order.count() == 0
                    ? CompletableFuture.failedFuture(new SoldOut(order, null))
                    : CompletableFuture.supplyAsync(() -> new Receipt(order, "later"));
        }

        @Override
        public void note(Order order) {
            noted.add(order);
        }

        @Override
        public Desk itself() {
            return this;
        }

        @Override
        public boolean isItself(Desk other) {
            return other == this;
        }

        @Override
        public Receipt through(Callable<Order> order) throws Exception {
            return new Receipt(order.call(), "through");
        }
    }

    @ByReference
    interface Bell {
        int ring();
    }

    @Test
    void areCalledWithArgumentsAndResultsOfClassesThatTravelled() throws Exception {
        Desk desk = new Clerk();
        assertThat(Tasks.at(peer).call(() -> desk.take(new Order("tea", 2))))
                .isEqualTo(new Receipt(new Order("tea", 2), "clerk"));
    }

    @Test
    void throwThroughTheTaskAndHome() {
        Desk desk = new Clerk();
        assertThatThrownBy(() -> Tasks.at(peer).call(() -> desk.take(new Order("tea", 0))))
                .isInstanceOfSatisfying(SoldOut.class, e -> assertThat(e.order).isEqualTo(new Order("tea", 0)))
                .hasMessage("no tea")
                .cause()
                .isInstanceOf(IllegalStateException.class);
        assertThat(caught(desk)).isEqualTo("caught no tea because java.lang.IllegalStateException: none left");
    }

    private String caught(Desk desk) {
        try {
            return Tasks.at(peer).call(() -> {
                try {
                    return "took " + desk.take(new Order("tea", 0));
                } catch (SoldOut e) {
                    return "caught " + e.getMessage() + " because " + e.getCause();
                }
            });
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void answerLater() throws Exception {
        Desk desk = new Clerk();
        assertThat(Tasks.at(peer).call(() -> desk.later(new Order("tea", 1)).get(20, TimeUnit.SECONDS)))
                .isEqualTo(new Receipt(new Order("tea", 1), "later"));
        assertThat(Tasks.at(peer)
                        .call(() -> desk.later(new Order("tea", 0))
                                .handle((_, e) -> "" + e.getMessage())
                                .get()))
                .contains("no tea");
    }

    @Test
    void areToldOneWay() throws Exception {
        Clerk clerk = new Clerk();
        Desk desk = clerk;
        Tasks.at(peer).run(() -> desk.note(new Order("cake", 3)));
        assertThat(clerk.noted.poll(20, TimeUnit.SECONDS)).isEqualTo(new Order("cake", 3));
    }

    @Test
    void comeHomeAsThemselves() throws Exception {
        Desk desk = new Clerk();
        assertThat(Tasks.at(peer).call(() -> desk)).isSameAs(desk);
        assertThat(Tasks.at(peer).call(() -> desk.itself())).isSameAs(desk);
        assertThat(Tasks.at(peer).call(() -> desk.isItself(desk))).isTrue();
        assertThat(Tasks.at(peer).call(() -> desk.isItself(desk.itself()))).isTrue();
        assertThat(Tasks.at(peer).call(() -> desk.itself().equals(desk))).isTrue();
    }

    @Test
    void runFunctionsThatTasksMade() throws Exception {
        Desk desk = new Clerk();
        assertThat(Tasks.at(peer).call(() -> desk.through((Task<Order>) () -> new Order("made there", 1))))
                .isEqualTo(new Receipt(new Order("made there", 1), "through"));
    }

    @Test
    void serveTasksThatOutliveTheirCall() throws Exception {
        Clerk clerk = new Clerk();
        Desk desk = clerk;
        Tasks.at(peer).run(() -> Thread.startVirtualThread(() -> desk.note(new Order("after", 1))));
        assertThat(clerk.noted.poll(20, TimeUnit.SECONDS)).isEqualTo(new Order("after", 1));
    }

    @Test
    void ofTheHostComeHomeThereAsTheObject() throws Exception {
        ends.host().bind("shop", Shop.class, new Shop.Sold());
        Shop shop = peer.lookup("shop", Shop.class);
        assertThat(Tasks.at(peer).call(() -> shop.getClass().getSimpleName() + " " + shop.sell(3)))
                .isEqualTo("Sold 3 sold");
    }

    @Test
    void areLambdasToo() throws Exception {
        Bell bell = Tasks.at(peer).call(() -> {
            AtomicInteger rings = new AtomicInteger();
            Bell made = rings::incrementAndGet;
            return made;
        });
        assertThat(bell.ring() + bell.ring()).isEqualTo(1 + 2);

        AtomicInteger here = new AtomicInteger();
        List<Bell> bells = List.of(here::incrementAndGet);
        assertThat(Tasks.at(peer).call(() -> bells.getFirst().ring())).isEqualTo(1);
        assertThat(here).hasValue(1);
    }

    @Test
    void ofAThirdEndpointAreReachedFromThere() throws Exception {
        try (Endpoint third = Endpoint.listen("tcp://127.0.0.1:0")) {
            third.bind("shop", Shop.class, new Shop.Sold());
            Shop shop = ends.client().lookup(third.address() + "/shop", Shop.class);
            assertThat(Tasks.at(peer).call(() -> shop.sell(4))).isEqualTo("4 sold");
            assertThat(Tasks.at(peer).call(() -> shop)).isEqualTo(shop);
        }
    }
}
