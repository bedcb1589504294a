package dev.wherry.lab.peer;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The folders below {@code lab/peers} that hold a {@code peer.toml}. A faulty one is kept with its fault. */
public final class Peers {
    private final Map<String, Peer> peers = new TreeMap<>();
    private final List<Peer> nulls = new ArrayList<>();
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
            Peer peer = Peer.read(folder);
            if (peer.callsNobody()) {
                nulls.add(peer);
            } else {
                peers.put(name, peer);
            }
        } catch (IOException faulty) {
            faults.put(name, String.valueOf(faulty.getMessage()));
        }
    }

    public Map<String, Peer> sound() {
        return peers;
    }

    /** Returns the calling loops that call nothing, whose cost is measured. */
    public List<Peer> nulls() {
        return nulls.stream().sorted(Comparator.comparing(Peer::name)).toList();
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
