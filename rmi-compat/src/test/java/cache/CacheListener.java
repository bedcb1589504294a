package cache;

import java.io.IOException;

/** What a cache calls when an entry changes. It is not remote; those of clients are. */
public interface CacheListener<K, V> {
    void changed(K key, V value) throws IOException;

    void setId(long id) throws IOException;

    long getId() throws IOException;
}
