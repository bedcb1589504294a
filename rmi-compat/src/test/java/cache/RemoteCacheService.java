package cache;

import java.io.IOException;
import java.rmi.Remote;

public interface RemoteCacheService<K, V> extends CacheService<K, V>, Remote {
    @Override
    V get(String region, K key) throws IOException;

    @Override
    void put(String region, K key, V value, long from) throws IOException;

    @Override
    void addListener(String region, CacheListener<K, V> listener) throws IOException;

    /** Any kind of object that has been given: a listener as well as a value. */
    Object[] all(String region) throws IOException;
}
