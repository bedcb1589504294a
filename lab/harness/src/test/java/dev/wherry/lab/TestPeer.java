package dev.wherry.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A peer that speaks the line protocol and behaves, or misbehaves, as its second argument says. It calls nobody. */
public final class TestPeer {
    private static final String MEASURED = """
            {"calls":%d,"seconds":0.5,"threadSeconds":1.0,"latencyNanos":{"min":1,"p50":%d,"p90":3,"p99":4,"p999":5,\
            "max":6,"mean":2.5,"stddev":0.5},"failed":0,"missing":%d,"firstFailure":null,"allocatedBytes":%d}""";

    private final String behaviour;
    private long handled;
    private long classes;

    private TestPeer(String behaviour) {
        this.behaviour = behaviour;
    }

    public static void main(String[] args) throws InterruptedException, IOException {
        TestPeer peer = new TestPeer(args[1]);
        boolean server = args[0].equals("server");
        if (args.length > 2) {
            peer.first(String.join(" ", List.of(args).subList(2, args.length)));
        } else {
            peer.start(server);
        }
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        Thread.ofPlatform().daemon().start(() -> peer.read(lines));
        while (true) {
            String line = lines.take();
            System.out.println(server || line.equals("stats") ? peer.stats() : peer.answer(line));
        }
    }

    /** Ends the process with its input, whatever it is doing. */
    private void read(BlockingQueue<String> lines) {
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                .lines()
                .takeWhile(line -> !line.equals("quit"))
                .forEach(lines::add);
        System.exit(0);
    }

    private void start(boolean server) throws InterruptedException, IOException {
        if (behaviour.equals("litters")) {
            Path left = Files.createTempFile("left", "");
            String memory = System.getenv("LAB_SHM");
            if (memory != null) {
                Files.copy(left, Path.of(memory, "left"));
            }
        }
        if (behaviour.equals("never-ready")) {
            Thread.sleep(Long.MAX_VALUE);
        }
        if (behaviour.equals("noisy-start")) {
            System.out.println("Welcome to the framework!");
        }
        System.out.println(server ? "ready nowhere" : "ready");
    }

    /** Started for its first call. */
    private void first(String words) throws InterruptedException {
        switch (behaviour) {
            case "hangs-first":
                Thread.sleep(Long.MAX_VALUE);
                break;
            case "dies-first":
                System.err.println("java.net.ConnectException: nobody is at home");
                System.exit(5);
                break;
            case "greets-first":
                System.out.println("ready");
                break;
            case "says-no-first":
                System.out.println("{\"error\":\"cannot do " + words.replace("\"", "\\\"") + "\"}");
                break;
            case "wrong-first":
                System.out.println("{\"conforms\":false,\"checks\":1,\"reason\":\"sent 1 persons, got 0\"}");
                break;
            case "carries-backwards-first":
                carries(-1);
                break;
            case "carries-beyond-first":
                carries(1L << 53);
                break;
            case "dies-after-first":
                System.out.println("{\"conforms\":true,\"checks\":1}");
                System.exit(6);
                break;
            default:
                carries(1);
        }
    }

    private static void carries(long calls) {
        System.out.println("{\"conforms\":true,\"checks\":1}");
        System.out.println("{\"carried\":{\"tcp\":%d,\"shm\":0}}".formatted(calls));
    }

    private String stats() {
        // Every run is 100 calls here; this server claims to have seen 7 more.
        if (behaviour.equals("gets-classes")) {
            classes += 3;
            return "{\"handled\":0,\"classesReceived\":%d}".formatted(classes);
        }
        handled += behaviour.equals("echoes-twice") ? 107 : 0;
        return "{\"handled\":%d,\"allocatedBytes\":0}".formatted(handled);
    }

    private String answer(String line) throws InterruptedException {
        if (line.startsWith("conform")) {
            return conform(line);
        }
        if (behaviour.equals("knows-no-rate") && line.contains("rate")) {
            return "{\"error\":\"seconds or calls must follow, not " + line.substring(line.indexOf('}') + 2) + "\"}";
        }
        if (behaviour.startsWith("second-")) {
            return oneOfThree(line);
        }
        boolean second = line.contains("\"threads\":2");
        switch (behaviour) {
            case "hangs", "litters":
                Thread.sleep(Long.MAX_VALUE);
                break;
            case "hangs-at-two":
                if (second) {
                    Thread.sleep(Long.MAX_VALUE);
                }
                break;
            case "creeps":
                for (int i = 1; i <= 20; i++) { // for longer than the silence that is allowed
                    Thread.sleep(200);
                    System.out.println("going " + i);
                }
                break;
            case "stuck":
                while (true) {
                    Thread.sleep(100);
                    System.out.println("going 5");
                }
            case "goes-on":
                for (int i = 1; true; i++) {
                    Thread.sleep(100);
                    System.out.println("going " + i);
                }
            case "dies":
                System.err.println("java.net.SocketException: the cable is loose");
                System.exit(3);
                break;
            case "dies-at-two":
                if (second) {
                    System.exit(4);
                }
                break;
            case "garbage":
                return "<html>502 Bad Gateway</html>";
            case "counts-backwards":
                return measured(0).replace("\"failed\":0", "\"failed\":-1");
            case "tells-no-times":
                return measured(0).replace("latencyNanos", "latency");
            case "flood":
                while (true) {
                    System.out.print("x".repeat(1000));
                }
            case "says-no":
                return second ? "{\"error\":\"two threads are too many\"}" : measured(0);
            default:
                break;
        }
        if (behaviour.startsWith("goes-")) {
            // Such as goes-tcp90-unix10: what it counts on each transport.
            return measured(0)
                    .replaceFirst(
                            "}$",
                            ",\"carried\":{"
                                    + behaviour.substring(5).replaceAll("([a-z]+)(\\d+)-?", "\"$1\":$2,")
                                    + "\"none\":0}}");
        }
        return measured(behaviour.equals("loses") ? 3 : 0);
    }

    /** Where there are three the second fails, and the third calls until it is ended. */
    private String oneOfThree(String line) throws InterruptedException {
        if (line.contains("process=2/3")) {
            for (int i = 1; true; i++) {
                System.out.println("going " + i);
                Thread.sleep(100);
            }
        }
        if (!line.contains("process=1/3")) {
            return measured(0);
        }
        System.out.println("going 1");
        Thread.sleep(300);
        switch (behaviour) {
            case "second-says-no":
                return "{\"error\":\"the second of three has had enough\"}";
            case "second-raves":
                return "<html>502 Bad Gateway</html>";
            case "second-dies":
                System.err.println("java.net.SocketException: the cable is loose");
                System.exit(3);
                break;
            default:
                Thread.sleep(Long.MAX_VALUE);
        }
        return "";
    }

    private String measured(int missing) {
        int p50 = behaviour.equals("good") ? 2 : 1;
        return MEASURED.formatted(100, p50, missing, 100 * 64);
    }

    private String conform(String line) {
        if (behaviour.equals("wrong")) {
            return "{\"conforms\":false,\"checks\":1,\"reason\":\"sent 3 persons, got 2\"}";
        }
        String transport = behaviour.equals("liar") ? "unix" : "tcp";
        return "{\"conforms\":true,\"checks\":320,\"transport\":\"%s\",\"serializer\":\"java\",\"versions\":{\"java\":\"1\"}}"
                .formatted(transport);
    }
}
