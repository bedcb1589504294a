package dev.wherry.lab.peers.common;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The line protocol of the lab for a peer in Java: one program, server or client by its first argument. */
public final class Program {
    private final Adapter adapter;
    private final PrintStream out;
    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();

    private Program(Adapter adapter, PrintStream out) {
        this.adapter = adapter;
        this.out = out;
    }

    /** Runs until told to quit or the harness is gone, then ends the virtual machine. */
    public static void run(String[] args, Adapter adapter) throws Exception {
        PrintStream out = System.out;
        // What a library prints must not end up between our lines.
        System.setOut(System.err);
        Program program = new Program(adapter, out);
        Thread reader = new Thread(program::read, "requests");
        reader.setDaemon(true);
        reader.start();
        try {
            if (args.length == 1 && args[0].equals("server")) {
                program.serve();
            } else if (args.length == 2 && args[0].equals("client")) {
                program.call(args[1]);
            } else {
                throw new IllegalArgumentException("expected: server, or: client ADDRESS");
            }
        } catch (Throwable thrown) {
            thrown.printStackTrace();
            Runtime.getRuntime().exit(1);
        }
    }

    /** Told to quit, or the harness is gone: then this process ends, whatever it is doing. */
    private void read() {
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                .lines()
                .takeWhile(line -> !line.equals("quit"))
                .forEach(requests::add);
        // Exit, unlike halt, lets systems remove their files.
        Runtime.getRuntime().exit(0);
    }

    private void serve() throws Exception {
        CountingService service = new CountingService();
        say("ready " + adapter.serve(service));
        while (true) {
            String line = requests.take();
            if (line.equals("stats")) {
                say(new Json()
                        .put("handled", service.handled())
                        .put("allocatedBytes", Heap.allocatedBytes())
                        .toString());
            } else {
                say(error("a server knows stats and quit, not " + line));
            }
        }
    }

    private void call(String address) throws Exception {
        Sockets sockets = new Sockets();
        Callers callers = new Callers(adapter, address);
        callers.first(1);
        say("ready");
        while (true) {
            String line = requests.take();
            say(answer(line, callers, sockets));
        }
    }

    private String answer(String line, Callers callers, Sockets sockets) {
        try {
            String[] words = line.split(" ", 3);
            int end = line.lastIndexOf('}') + 1;
            Map<String, Long> params = Json.params(words[2]);
            Operation operation = Operation.of(words[1], params);
            switch (words[0]) {
                case "conform":
                    return conform(operation, callers, sockets);
                case "warm":
                case "run":
                    return run(
                            operation,
                            callers,
                            params.getOrDefault("threads", 1L),
                            line.substring(end).trim());
                default:
                    return error("a client knows conform, warm, run and quit, not " + words[0]);
            }
        } catch (Exception thrown) {
            thrown.printStackTrace();
            return error(thrown.toString());
        }
    }

    private String conform(Operation operation, Callers callers, Sockets sockets) throws Exception {
        String wrong = Conformance.check(operation, callers.first(Conformance.CALLERS));
        Json versions = new Json().put("java", Runtime.version().toString());
        adapter.versions().forEach(versions::put);
        return new Json()
                .put("conforms", wrong == null)
                .put("checks", Conformance.checks())
                .put("reason", wrong)
                .put("transport", sockets.transport())
                .put(
                        "serializer",
                        wrong == null ? adapter.serializer(callers.first(1).get(0)) : null)
                .put("versions", versions)
                .toString();
    }

    private String run(Operation operation, Callers callers, long threads, String length) throws Exception {
        long calls = Long.MAX_VALUE;
        long nanos = Long.MAX_VALUE;
        if (length.startsWith("seconds=")) {
            nanos = (long) (Double.parseDouble(length.substring("seconds=".length())) * TimeUnit.SECONDS.toNanos(1));
        } else if (length.startsWith("calls=")) {
            calls = Long.parseLong(length.substring("calls=".length()));
        } else {
            return error("seconds=S or calls=N must follow the parameters, not " + length);
        }
        Long before = Heap.allocatedBytes();
        Series series = Series.run(
                operation, callers.first(Math.toIntExact(threads)), calls, nanos, answered -> say("going " + answered));
        Long after = Heap.allocatedBytes();
        return series.json(before == null || after == null ? null : after - before);
    }

    private static String error(String message) {
        return new Json().put("error", message).toString();
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }
}
