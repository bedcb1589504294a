package cache;

import java.io.IOException;

public interface CacheService<K, V> {
    V get(String region, K key) throws IOException;

    void put(String region, K key, V value, long from) throws IOException;

    /** Adds a listener. It gets an id if it has none. */
    void addListener(String region, CacheListener<K, V> listener) throws IOException;
}
