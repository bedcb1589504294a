package cache;

import java.io.IOException;

/** The listener that a cache calls when an entry changes. It is not remote, but the listeners of clients are. */
public interface CacheListener<K, V> {
    void changed(K key, V value) throws IOException;

    void setId(long id) throws IOException;

    long getId() throws IOException;
}
