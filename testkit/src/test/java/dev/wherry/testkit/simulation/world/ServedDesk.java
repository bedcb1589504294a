package dev.wherry.testkit.simulation.world;

import dev.wherry.CallException;
import dev.wherry.Calls;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The object that a simulated server serves. */
final class ServedDesk implements Desk {
    private final Journal journal;
    private final Host host;

    ServedDesk(Journal journal, Host host) {
        this.journal = journal;
        this.host = host;
    }

    private long run(int call) {
        journal.ran(call, host.toString());
        return Journal.answerOf(call);
    }

    @Override
    public long add(int call) {
        long answer = run(call);
        Calls.context(Caller.ORDER).ifPresent(order -> journal.ranInOrder(order + " at " + host, call));
        return answer;
    }

    @Override
    public long read(int call, int millis) {
        return wait(call, millis);
    }

    @Override
    public long pay(int call, int millis) {
        return wait(call, millis);
    }

    @Override
    public CompletableFuture<Long> later(int call, int millis) {
        long answer = run(call);
        CompletableFuture<Long> later = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            Network.sleep(TimeUnit.MILLISECONDS.toNanos(millis));
            later.complete(answer);
        });
        return later;
    }

    @Override
    public void note(int call) {
        run(call);
    }

    @Override
    public long wait(int call, int millis) {
        long answer = run(call);
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Network.note("call " + call + " is interrupted");
        }
        return answer;
    }

    @Override
    public byte[] copy(int call, byte[] bytes) {
        run(call);
        return bytes;
    }

    @Override
    public long ring(int call, Bell bell, int times) {
        long answer = run(call);
        for (int i = 0; i < times; i++) {
            Journal.Call inner = journal.begin("callback", host, TimeUnit.SECONDS.toNanos(100), false);
            try {
                journal.succeeded(inner, bell.ring(inner.number) == inner.answer());
            } catch (CallException e) {
                journal.failed(inner, e);
                throw e;
            }
        }
        Garbage.drop(bell);
        return answer;
    }

    @Override
    public Counter counter(int call) {
        run(call);
        return this::run;
    }
}
