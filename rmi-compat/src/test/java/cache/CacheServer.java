package cache;

import dev.wherry.rmi.LocateRegistry;
import dev.wherry.rmi.Naming;
import dev.wherry.rmi.UnicastRemoteObject;
import java.io.IOException;
import java.rmi.server.Unreferenced;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public final class CacheServer extends UnicastRemoteObject implements RemoteCacheService<String, Object>, Unreferenced {
    private static final long serialVersionUID = 1;

    private final Map<String, Map<String, Object>> regions = new HashMap<>();
    private final Map<String, List<CacheListener<String, Object>>> listeners = new HashMap<>();
    private long lastId;

    private CacheServer() throws IOException {}

    @Override
    public synchronized Object get(String region, String key) {
        return regions.getOrDefault(region, Map.of()).get(key);
    }

    @Override
    public void put(String region, String key, Object value, long from) throws IOException {
        List<CacheListener<String, Object>> others;
        synchronized (this) {
            regions.computeIfAbsent(region, name -> new HashMap<>()).put(key, value);
            others = new ArrayList<>(listeners.getOrDefault(region, List.of()));
        }
        for (CacheListener<String, Object> each : others) {
            if (each.getId() != from) {
                each.changed(key, value);
            }
        }
    }

    @Override
    public void addListener(String region, CacheListener<String, Object> listener) throws IOException {
        if (listener.getId() == 0) {
            synchronized (this) {
                lastId++;
            }
            listener.setId(lastId);
        }
        synchronized (this) {
            listeners.computeIfAbsent(region, name -> new ArrayList<>()).add(listener);
        }
    }

    @Override
    public synchronized Object[] all(String region) {
        List<Object> all =
                new ArrayList<>(regions.getOrDefault(region, Map.of()).values());
        all.addAll(listeners.getOrDefault(region, List.of()));
        return all.toArray();
    }

    @Override
    public void unreferenced() {
        System.out.println("unreferenced");
    }

    public static void main(String[] arguments) throws IOException {
        LocateRegistry.createRegistry(Integer.parseInt(arguments[0]));
        Naming.rebind("//localhost:" + arguments[0] + "/cache", new CacheServer());
        System.out.println("ready");
    }
}
