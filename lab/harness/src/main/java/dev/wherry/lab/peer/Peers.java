package dev.wherry.lab.peer;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The systems below {@code lab/peers}, which have a {@code peer.toml}; of a faulty one the fault. */
public final class Peers {
    private final Map<String, Peer> peers = new TreeMap<>();
    private final Map<String, String> faults = new TreeMap<>();

    private Peers() {}

    public static Peers read(Path folder) throws IOException {
        Peers all = new Peers();
        if (!Files.isDirectory(folder)) {
            throw new IOException("%s is not a folder; the lab keeps its systems there".formatted(folder));
        }
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder)) {
            for (Path each : folders) {
                if (Files.exists(each.resolve("peer.toml"))) {
                    all.add(each);
                }
            }
        }
        return all;
    }

    private void add(Path folder) {
        String name = folder.getFileName().toString();
        try {
            peers.put(name, Peer.read(folder));
        } catch (IOException faulty) {
            faults.put(name, String.valueOf(faulty.getMessage()));
        }
    }

    public Map<String, Peer> sound() {
        return peers;
    }

    public Map<String, String> faulty() {
        return faults;
    }

    public List<String> names() {
        TreeMap<String, Object> all = new TreeMap<>(peers);
        all.putAll(faults);
        return List.copyOf(all.keySet());
    }
}
