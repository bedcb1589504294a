package dev.wherry.lab.peers.common;

import java.util.Collection;
import java.util.Hashtable;
import java.util.Objects;

/**
 * Passes the calls of a server's object on to the work. The object of a system extends it and implements the interface
 * that the system serves, so that the code between the two is the same everywhere.
 */
public abstract class Servant {
    private final CountingService service;

    protected Servant(CountingService service) {
        this.service = Objects.requireNonNull(service);
    }

    public <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) {
        return service.processRequest(collection);
    }

    public byte[] octets(byte[] data) {
        return service.octets(data);
    }

    public int invoke(Payload payload) {
        return service.invoke(payload);
    }

    public int addOne(int number) {
        return service.addOne(number);
    }

    public void remoteCall() {
        service.remoteCall();
    }

    public int hashtable(Hashtable<String, String> items) {
        return service.hashtable(items);
    }

    public int string(String text) {
        return service.string(text);
    }

    public byte[] md5(int bytes) {
        return service.md5(bytes);
    }
}
