package dev.wherry.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A peer whose client connects to its server, at the address that the harness gave to the server, and makes no calls. */
public final class MeetingPeer {
    private static final String MEASURED = """
            {"calls":100,"seconds":0.5,"threadSeconds":1.0,"latencyNanos":{"min":1,"p50":2,"p90":3,"p99":4,"p999":5,\
            "max":6,"mean":2.5,"stddev":0.5},"failed":0,"missing":0}""";

    private MeetingPeer() {}

    public static void main(String[] args) throws IOException {
        String host = System.getenv("LAB_HOST");
        if (args[0].equals("server")) {
            ServerSocket listener = new ServerSocket(0, 50, InetAddress.getByName(host));
            Thread.ofPlatform().daemon().start(() -> greet(listener));
            answer("ready %s:%d".formatted(host, listener.getLocalPort()), args[0], host);
        } else {
            answer("ready", args[0], host);
        }
    }

    /** Sends each client its address. */
    private static void greet(ServerSocket listener) {
        try {
            while (true) {
                try (Socket accepted = listener.accept()) {
                    String line = accepted.getInetAddress().getHostAddress() + "\n";
                    accepted.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
                }
            }
        } catch (IOException closed) {
            System.exit(1);
        }
    }

    private static void answer(String ready, String server, String host) throws IOException {
        System.out.println(ready);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null && !line.equals("quit"); line = in.readLine()) {
            switch (line.split(" ", 2)[0]) {
                case "stats" -> System.out.println("{\"handled\":0}");
                case "conform" -> System.out.println(meet(server, host));
                default -> System.out.println(MEASURED);
            }
        }
        System.exit(0);
    }

    /** Connects to the server, which must see this end at the address that the harness expects. */
    private static String meet(String server, String host) throws IOException {
        int colon = server.lastIndexOf(':');
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(server.substring(0, colon), Integer.parseInt(server.substring(colon + 1))));
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            String seen = in.readLine();
            return seen.equals(host)
                    ? "{\"conforms\":true,\"checks\":1,\"transport\":\"tcp\",\"serializer\":\"java\","
                            + "\"versions\":{\"server\":\"%s\",\"client\":\"%s\"}}".formatted(server, seen)
                    : "{\"conforms\":false,\"checks\":1,\"reason\":\"the server saw %s\"}".formatted(seen);
        }
    }
}
