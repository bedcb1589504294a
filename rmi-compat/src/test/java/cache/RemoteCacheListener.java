package cache;

import java.io.IOException;
import java.rmi.Remote;

public interface RemoteCacheListener<K, V> extends CacheListener<K, V>, Remote {
    @Override
    void changed(K key, V value) throws IOException;

    @Override
    void setId(long id) throws IOException;

    @Override
    long getId() throws IOException;
}
