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

    /** Returns any kind of object that was stored: a value or a listener. */
    Object[] all(String region) throws IOException;
}
