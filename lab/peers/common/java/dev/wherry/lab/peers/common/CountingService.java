package dev.wherry.lab.peers.common;

import java.util.Collection;
import java.util.Hashtable;
import java.util.concurrent.atomic.LongAdder;

/** Does the work of the original evaluations and counts it: the harness compares the count with the calls sent. */
public final class CountingService implements Service, Timing {
    private final LongAdder handled = new LongAdder();
    private final FilesToSign files = new FilesToSign();
    private final Correspondent correspondent;

    CountingService(Correspondent correspondent) {
        this.correspondent = correspondent;
    }

    @Override
    public <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) {
        handled.increment();
        return ServerBusinessLogic.processRequest(collection);
    }

    @Override
    public byte[] octets(byte[] data) {
        handled.increment();
        return data;
    }

    @Override
    public int invoke(Payload payload) {
        String[] message = payload.message();
        if (message != null) {
            return take(message);
        }
        handled.increment();
        correspondent.call(payload.session(), payload.getCallNumber());
        return payload.answer();
    }

    private int take(String[] message) {
        try {
            return correspondent.message(message);
        } catch (Exception failed) {
            throw new IllegalStateException("told " + String.join(" ", message), failed);
        }
    }

    @Override
    public int addOne(int number) {
        handled.increment();
        return number + 1;
    }

    @Override
    public Timing timing() {
        return this;
    }

    @Override
    public void remoteCall() {
        handled.increment();
    }

    @Override
    public int hashtable(Hashtable<String, String> items) {
        handled.increment();
        return items.containsKey("") ? items.hashCode() : items.size();
    }

    @Override
    public int string(String text) {
        handled.increment();
        return text.startsWith("?") ? text.hashCode() : text.length();
    }

    @Override
    public byte[] md5(int bytes) {
        handled.increment();
        try {
            return files.md5(bytes);
        } catch (Exception unreadable) {
            throw new IllegalStateException("a file of " + bytes + " bytes", unreadable);
        }
    }

    long handled() {
        return handled.sum();
    }
}
