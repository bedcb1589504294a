package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.ByReference;
import dev.wherry.CallException;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.Released;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.NoLeftovers;
import java.rmi.server.Unreferenced;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Objects that implement {@link Released}. */
class ReleasedTest {
    @ByReference
    public interface Seat {
        int number();
    }

    public interface Room {
        Seat seat();
    }

    /** Counts its notices. */
    private static class Chair implements Seat, Released {
        final AtomicInteger notices = new AtomicInteger();
        final AtomicBoolean onVirtualThreads = new AtomicBoolean(true);

        @Override
        public int number() {
            return 7;
        }

        @Override
        public void released() {
            onVirtualThreads.compareAndSet(true, Thread.currentThread().isVirtual());
            notices.incrementAndGet();
        }
    }

    @RegisterExtension
    final NoLeftovers endpoints = new NoLeftovers();

    private final Chair chair = new Chair();
    private Endpoint server;
    private Endpoint client;
    private Room room;

    @BeforeEach
    void connect() {
        server = endpoints.watch(Endpoint.listen("tcp://127.0.0.1:0"));
        server.bind("room", Room.class, () -> chair);
        client = endpoints.watch(Endpoint.create());
        room = client.lookup(server.address() + "/room", Room.class);
    }

    private static void awaitNotices(Chair chair, int expected) {
        Await.until(
                () -> "the object to be notified " + expected + " times: " + chair.notices,
                () -> chair.notices.get() == expected);
        assertThat(chair.onVirtualThreads).isTrue();
    }

    @Test
    void areNotifiedOnceForEachTimeThatTheLastReferenceIsReleased() {
        for (int time = 1; time <= 3; time++) {
            Seat stub = room.seat();
            room.seat();
            assertThat(stub.number()).isEqualTo(7);
            assertThat(chair.notices).hasValue(time - 1);
            Calls.release(stub);
            awaitNotices(chair, time);
        }
    }

    @Test
    void areNotifiedWhenTheLastOfSeveralHoldersHasGone() {
        Endpoint other = endpoints.watch(Endpoint.create());
        Seat stub = other.lookup(server.address() + "/room", Room.class).seat();
        room.seat();
        client.close();
        Await.until("the session to end", () -> server.statistics().sessions() == 1);
        assertThat(stub.number()).isEqualTo(7);
        assertThat(chair.notices).hasValue(0);
        other.close();
        awaitNotices(chair, 1);
    }

    @Test
    void areNotifiedThoughTheProgramExportsThem() {
        server.export(Seat.class, chair);
        Calls.release(room.seat());
        awaitNotices(chair, 1);
        Seat stub = room.seat();
        assertThat(stub.number()).isEqualTo(7);
        assertThat(server.unexport(chair)).isTrue();
        assertThat(Failing.withCode(CallException.Code.NOT_FOUND, stub::number)).isNotNull();
        Calls.release(stub);
        Calls.release(room.seat());
        awaitNotices(chair, 2);
    }

    @Test
    void areNotNotifiedWhileANameIsBoundToThem() {
        server.bind("chair", Seat.class, chair);
        Calls.release(room.seat());
        Seat stub = room.seat();
        server.unbind("chair");
        assertThat(stub.number()).isEqualTo(7);
        assertThat(chair.notices).hasValue(0);
        Calls.release(stub);
        awaitNotices(chair, 1);
    }

    @Test
    void areNotifiedOnceIfTheyImplementUnreferencedToo() {
        class Both extends Chair implements Unreferenced {
            @Override
            public void unreferenced() {
                notices.addAndGet(100);
            }
        }
        Both both = new Both();
        server.rebind("room", Room.class, () -> both);
        Calls.release(room.seat());
        awaitNotices(both, 1);
    }

    @Test
    void harmNobodyIfTheyThrow() {
        class Failing extends Chair {
            @Override
            public void released() {
                super.released();
                throw new IllegalStateException("thrown by a test");
            }
        }
        Failing failing = new Failing();
        server.rebind("room", Room.class, () -> failing);
        Calls.release(room.seat());
        awaitNotices(failing, 1);
        assertThat(room.seat().number()).isEqualTo(7);
        client.close();
        awaitNotices(failing, 2);
    }
}
