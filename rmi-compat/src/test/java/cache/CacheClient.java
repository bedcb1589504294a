package cache;

import dev.wherry.rmi.Naming;
import dev.wherry.rmi.UnicastRemoteObject;
import java.io.IOException;
import java.rmi.NotBoundException;

/** Puts values and listens, or only puts values. */
public final class CacheClient implements RemoteCacheListener<String, Object> {
    private volatile long id;

    @Override
    public void changed(String key, Object value) throws IOException {
        System.out.println("changed: " + key + " = " + value);
        if (key.equals("end")) {
            UnicastRemoteObject.unexportObject(this, true);
        }
    }

    @Override
    public void setId(long id) {
        this.id = id;
    }

    @Override
    public long getId() {
        return id;
    }

    @SuppressWarnings("unchecked") // the server's keys and values have these types
    public static void main(String[] arguments) throws IOException, NotBoundException {
        RemoteCacheService<String, Object> cache =
                (RemoteCacheService<String, Object>) Naming.lookup("//localhost:" + arguments[0] + "/cache");
        CacheClient listener = new CacheClient();
        if (arguments[1].equals("listen")) {
            UnicastRemoteObject.exportObject(listener, 0);
            cache.addListener("ferries", listener);
            System.out.println("id " + listener.id);
            cache.put("ferries", "mine", new Entry("dinghy", 2), listener.id);
            Object[] all = cache.all("ferries");
            System.out.println(all.length + ": " + all[0] + ", " + (all[1] instanceof RemoteCacheListener<?, ?>));
        } else {
            cache.put("ferries", arguments[2], new Entry(arguments[3], 1), 0);
            System.out.println("got " + cache.get("ferries", arguments[2]));
        }
    }
}
