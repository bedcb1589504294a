package dev.wherry.lab.peers.common;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The line protocol of the lab for a peer in Java. Its first argument makes it the server, the client or both. */
public final class Program {
    private static final Crowd ONE = Crowd.of(Map.of());
    private static final String ANSWERED = "{\"conforms\":true,\"checks\":1}";

    private final Adapter adapter;
    private final PrintStream out;
    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    /** Whether the server is in this process too. */
    private boolean alone;

    private Program(Adapter adapter, PrintStream out) {
        this.adapter = adapter;
        this.out = out;
    }

    /** Runs until it is stopped or the harness ends, then ends the virtual machine. */
    public static void run(String[] args, Adapter adapter) throws Exception {
        PrintStream out = System.out;
        // Output of libraries must not be mixed with the lines of the protocol.
        System.setOut(System.err);
        Program program = new Program(adapter, out);
        program.reader().start();
        try {
            if (args.length == 1 && args[0].equals("server")) {
                program.serve();
            } else if (args.length == 2 && args[0].equals("client")) {
                program.call(args[1]);
            } else if (args.length == 5 && args[0].equals("client") && args[2].equals("first")) {
                program.callFirst(args[1], args[3], args[4]);
            } else if (args.length == 1 && args[0].equals("alone")) {
                program.serveAndCall();
            } else {
                throw new IllegalArgumentException(
                        "expected: server, client ADDRESS, client ADDRESS first OPERATION PARAMS, or alone");
            }
        } catch (Throwable thrown) {
            thrown.printStackTrace();
            Runtime.getRuntime().exit(1);
        }
    }

    /** The harness sends quit, or has ended: then this process ends at once. */
    private Thread reader() {
        // No lambda and no stream: loading them would be counted as time of a client's first call.
        Thread reader = new Thread("requests") {
            @Override
            public void run() {
                try {
                    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
                    for (String line = in.readLine(); line != null && !line.equals("quit"); line = in.readLine()) {
                        requests.add(line);
                    }
                } catch (IOException gone) {
                    gone.printStackTrace();
                }
                // Exit, unlike halt, runs the shutdown hooks of systems.
                Runtime.getRuntime().exit(0);
            }
        };
        reader.setDaemon(true);
        return reader;
    }

    private void serve() throws Exception {
        CountingService service = new CountingService(new Trackers(adapter));
        say("ready " + adapter.serve(service));
        while (true) {
            String line = requests.take();
            say(line.equals("stats") ? stats(service) : error("unknown request of a server; it knows stats and quit, not " + line));
        }
    }

    private static String stats(CountingService service) {
        return new Json()
                .put("handled", service.handled())
                .put("allocatedBytes", Heap.allocatedBytes())
                .put("classesReceived", Arrivals.count())
                .toString();
    }

    private void call(String address) throws Exception {
        Sockets sockets = new Sockets();
        Connections connections = new Connections(adapter, address);
        say("ready");
        while (true) {
            say(answer(requests.take(), connections, sockets));
        }
    }

    /**
     * Makes one call, which the harness times from the start of this process. Before the answer it loads only what the
     * call needs.
     */
    private void callFirst(String address, String name, String params) throws Exception {
        Operation operation = Operation.of(name, Json.params(params), new Surroundings(adapter, address));
        String wrong = operation.check(adapter.connect(address), 0, 0, adapter.byReference());
        say(wrong == null ? ANSWERED : notAnswered(wrong));
        say(new Json().put("carried", carried(Map.of())).toString());
        while (true) {
            say(error("unknown request of a client that was started for its first call; it knows only quit, not " + requests.take()));
        }
    }

    private static String notAnswered(String wrong) {
        return new Json()
                .put("conforms", false)
                .put("checks", 1)
                .put("reason", wrong)
                .toString();
    }

    /** Runs both ends in this process. The client reports all allocated bytes, so stats leaves them out. */
    private void serveAndCall() throws Exception {
        Sockets sockets = new Sockets();
        CountingService service = new CountingService(new Trackers(adapter));
        Connections connections = new Connections(adapter, adapter.serve(service));
        say("ready");
        alone = true;
        while (true) {
            String line = requests.take();
            say(
                    line.equals("stats")
                            ? new Json().put("handled", service.handled()).toString()
                            : answer(line, connections, sockets));
        }
    }

    private String answer(String line, Connections connections, Sockets sockets) {
        try {
            String[] words = line.split(" ", 3);
            int end = line.lastIndexOf('}') + 1;
            Map<String, Long> params = Json.params(line.substring(line.indexOf('{'), end));
            Operation operation = Operation.of(words[1], params, connections.surroundings());
            Crowd crowd = Crowd.of(params);
            switch (words[0]) {
                case "conform":
                    return conform(operation, crowd.of(Conformance.CALLERS), connections, sockets);
                case "warm":
                case "run":
                    return run(operation, crowd, connections, line.substring(end).trim());
                default:
                    return error("unknown request of a client; it knows conform, warm, run and quit, not " + words[0]);
            }
        } catch (Exception thrown) {
            thrown.printStackTrace();
            return error(thrown.toString());
        }
    }

    private String conform(Operation operation, Crowd crowd, Connections connections, Sockets sockets)
            throws Exception {
        List<Service> services = connections.of(crowd, operation);
        String wrong = Conformance.check(operation, services, crowd.threads(), adapter.byReference());
        String transport = sockets.transport();
        if (transport.equals("none") && !alone && wrong == null) {
            // Over HTTP a connection may end with its call, so it looks for connections while there are calls.
            transport = sockets.transportDuring(
                    () -> Conformance.check(operation, services, crowd.threads(), adapter.byReference()));
        }
        Json versions = new Json().put("java", Runtime.version().toString());
        try {
            connections.versions().forEach(versions::put);
        } catch (ProtocolException other) {
            wrong = wrong == null ? other.getMessage() : wrong;
        }
        String serializer = null;
        if (wrong == null) {
            Service one = connections.of(ONE).get(0);
            serializer = adapter.serializer(one);
            adapter.seen(one).forEach(versions::put);
        }
        return new Json()
                .put("conforms", wrong == null)
                .put("checks", Conformance.checks())
                .put("reason", wrong)
                .put("transport", alone && transport.equals("none") ? "inprocess" : transport)
                .put("serializer", serializer)
                .put("versions", versions)
                .toString();
    }

    private String run(Operation operation, Crowd crowd, Connections connections, String length) throws Exception {
        long calls = Long.MAX_VALUE;
        long nanos = Long.MAX_VALUE;
        String rate = null;
        String process = "0/1";
        for (String limit : length.split(" ")) {
            if (limit.startsWith("seconds=")) {
                nanos = (long) (Double.parseDouble(limit.substring("seconds=".length())) * TimeUnit.SECONDS.toNanos(1));
            } else if (limit.startsWith("calls=")) {
                calls = Long.parseLong(limit.substring("calls=".length()));
            } else if (limit.startsWith("rate=")) {
                rate = limit.substring("rate=".length());
            } else if (limit.startsWith("process=")) {
                process = limit.substring("process=".length());
            } else {
                return error(
                        "calls=N, seconds=S or both must follow the parameters, and may be rate=R, not " + length);
            }
        }
        Pace pace = rate == null ? null : Pace.of(rate, process);
        List<Service> services = connections.of(crowd, operation);
        Map<String, Long> before = adapter.carried();
        Series series = Series.run(
                operation, services, crowd.threads(), calls, nanos, pace, answered -> say("going " + answered));
        return series.json().put("carried", carried(before)).toString();
    }

    private Json carried(Map<String, Long> before) {
        Json carried = new Json();
        adapter.carried().forEach((transport, count) -> carried.put(transport, count - before.getOrDefault(transport, 0L)));
        return carried;
    }

    private static String error(String message) {
        return new Json().put("error", message).toString();
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }
}
