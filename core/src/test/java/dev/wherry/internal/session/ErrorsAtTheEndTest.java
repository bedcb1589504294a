package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallOptions;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.PeerEnd;
import dev.wherry.internal.endpoint.EndpointEngine;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.wire.Frame;
import dev.wherry.internal.wire.Hello;
import dev.wherry.internal.wire.Id128;
import dev.wherry.spi.Link;
import java.nio.channels.SelectableChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A session that ends while there is no memory, so that steps of its end fail. */
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class ErrorsAtTheEndTest {
    /** Fails so many times to close and to write. */
    private static final class FailingLink implements Link {
        final AtomicInteger closings = new AtomicInteger();
        final AtomicInteger failures;

        FailingLink(int failures) {
            this.failures = new AtomicInteger(failures);
        }

        @Override
        public int read(byte[] to, int offset, int length) {
            throw new UnsupportedOperationException("Nobody reads here");
        }

        @Override
        public int write(byte[] from, int offset, int length) {
            throw new OutOfMemoryError("made to fail: write");
        }

        @Override
        public @Nullable SelectableChannel multiplex() {
            return null;
        }

        @Override
        public Identity peer() {
            return Identity.of("test", "failing");
        }

        @Override
        public void close() {
            if (failures.getAndDecrement() > 0) {
                throw new OutOfMemoryError("made to fail: close");
            }
            closings.incrementAndGet();
        }
    }

    public interface Service {
        int ask();
    }

    private final EndpointEngine engine = new EndpointEngine(EndpointOptions.defaults());

    @AfterEach
    void close() {
        engine.close(Duration.ZERO);
    }

    private Session session(Link link) {
        Session session = AcceptedSession.create(
                engine, new Hello(0, Id128.NONE, Id128.NONE, List.of("compact"), 1 << 26, 100, 1, "test"), link);
        engine.add(session);
        engine.parts().watcher().wake();
        return session;
    }

    private PendingCall begin(Session session, Runnable whenDone) {
        RemoteMethod method = engine.parts()
                .objects()
                .interfaces()
                .of(Service.class)
                .methods()
                .getFirst();
        return session.outgoingCalls().beginByMain(method, 2, CallOptions.none(), 0, whenDone);
    }

    @Test
    void isRepeatedUntilEveryStepIsDone() {
        FailingLink link = new FailingLink(3);
        Session session = session(link);
        AtomicInteger tries = new AtomicInteger();
        AtomicInteger told = new AtomicInteger();
        session.main().whenClosed(() -> fail(tries, 3, told));
        session.die(PeerEnd.Reason.CLOSED, "it is tried");
        Pair.until("all is done", () -> told.get() == 1 && link.closings.get() > 0);
        Pair.until("the engine has let it go", () -> engine.statistics().sessions() == 0);
    }

    @Test
    void notifiesCallersThoughNotifyingThemFailsAtFirst() {
        Session session = session(new NarrowLink(length -> length));
        AtomicInteger tries = new AtomicInteger();
        AtomicInteger told = new AtomicInteger();
        AtomicInteger others = new AtomicInteger();
        begin(session, () -> fail(tries, 3, told)).send();
        begin(session, others::incrementAndGet).send();
        session.die(PeerEnd.Reason.CLOSED, "it is tried");
        assertThat(others).as("notified at once").hasValue(1);
        Pair.until("the other is notified, too", () -> told.get() == 1);
        assertThat(session.outgoingCalls().count()).isZero();
    }

    @Test
    void endsASessionWhoseLinkFailsUnderASender() {
        FailingLink link = new FailingLink(1);
        Session session = session(link);
        session.main().send(Frame.PING, 0, 1);
        Pair.until("it is closed", () -> link.closings.get() > 0);
        Pair.until("the engine has let it go", () -> engine.statistics().sessions() == 0);
    }

    private static void fail(AtomicInteger tries, int failures, AtomicInteger done) {
        if (tries.getAndIncrement() < failures) {
            throw new OutOfMemoryError("made to fail");
        }
        done.incrementAndGet();
    }
}
