package dev.wherry.bench;

import dev.wherry.Blocking;
import dev.wherry.CallException;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Offers a server ten times as many calls as it can run. Prints how many are answered in time, and how long the calls of a quiet
 * client take meanwhile. The server is a process of its own. Arguments: seconds of each measurement, rounds, and the methods to
 * measure; without them all. The property {@code server} is a command that starts the server, such as {@code taskset -c 0}.
 *
 * <p>The method {@code sleep} waits for 10 ms, and 20 of its calls may run at one time ({@code callsRunning}). The methods {@code
 * compute} and {@code long} compute for about 1 ms and 30 ms, without any limit set. First it is measured how many calls are
 * answered a second if callers wait for each answer. Then four connections send as many at a fixed rate (once), and ten times as
 * many. Each call must be answered within a second. The goodput compares the calls that are answered in time at
 * both rates. So the client's own work counts in both.
 *
 * <p>{@code storm} offers a server all that it can run. Then the server becomes slower for a while, and runs only 30 % of it. The
 * stubs make refused calls again, by default options. Printed are how many attempts were made for each call meanwhile, and how
 * long after the server has become fast again the last call was made that failed.
 */
public final class Overload {
    private static final int CONNECTIONS = 4;
    private static final int TIMES = 10;
    private static final Duration DEADLINE = Duration.ofSeconds(1);
    private static final long QUIET_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

    /** The served interface. */
    public interface Work {
        /** Waits for 10 ms. */
        @Blocking
        int sleep(int number);

        /** Computes for about a millisecond, so many times. */
        @Blocking
        long compute(int times);

        /** Sets how long {@link #sleep} waits. */
        void sleepTime(int millis);
    }

    private interface Operation {
        Object call(Work stub);
    }

    private static final class Works implements Work {
        private volatile int sleepTime = 10;

        @Override
        public int sleep(int number) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(sleepTime));
            return number;
        }

        @Override
        public void sleepTime(int millis) {
            sleepTime = millis;
        }

        @Override
        public long compute(int times) {
            long hash = times;
            for (int i = 0; i < 8_000_000 * times; i++) {
                hash = hash * 6364136223846793005L + 1442695040888963407L;
            }
            return hash;
        }
    }

    private Overload() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals("server")) {
            serve(Integer.parseInt(arguments[1]));
            return;
        }
        int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 30;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
        PrintStream out = System.out;
        out.printf(
                "%d seconds each, %d times the capacity, answers within %d s%n", seconds, TIMES, DEADLINE.toSeconds());
        out.println(
                "method   capacity  at once  offered  in time  goodput  quiet client's p50/p99 alone, beside it (ms)  failures");
        List<String> all = List.of("sleep", "compute", "long", "storm");
        List<String> methods = arguments.length > 2 ? List.of(arguments).subList(2, arguments.length) : all;
        for (int round = 0; round < rounds; round++) {
            for (String method : methods) {
                switch (method) {
                    case "compute" -> measure(method, 0, 8, each -> each.compute(1), seconds, out);
                    case "long" -> measure(method, 0, 8, each -> each.compute(50), seconds, out);
                    default -> measure(method, 20, 32, each -> each.sleep(1), seconds, out);
                }
            }
        }
    }

    /** @param running the limit; 0: none */
    private static void serve(int running) throws IOException {
        Limits.Builder limits = Limits.builder();
        if (running > 0) {
            limits.callsRunning(running);
        }
        EndpointOptions options =
                EndpointOptions.builder().limits(limits.build()).build();
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0", options)) {
            server.bind("work", Work.class, new Works());
            System.out.println(server.address());
            while (System.in.read() >= 0) {
                // until the client ends
            }
        }
    }

    private static void measure(
            String name, int running, int callers, Operation operation, int seconds, PrintStream out) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(System.getProperty("server", "nice -n 0").split(" ")));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Overload.class.getName(),
                "server",
                Integer.toString(running)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<Endpoint> clients = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String address = lines.readLine();
            List<Work> stubs = new ArrayList<>();
            for (int i = 0; i <= CONNECTIONS; i++) {
                Endpoint client =
                        Endpoint.create(EndpointOptions.builder().lanes(0).build());
                clients.add(client);
                stubs.add(Calls.with(client.lookup(address + "/work", Work.class), CallOptions.ofTimeout(DEADLINE)));
            }
            Work quiet = stubs.removeLast();
            new Flood(stubs, operation)
                    .run(
                            TIMES * capacity(stubs, callers, operation, Math.min(seconds, 3)),
                            Math.min(seconds, 5)); // warms up
            double capacity = capacity(stubs, callers, operation, Math.min(seconds, 10));
            if (name.equals("storm")) {
                storm(stubs, quiet, clients, operation, capacity, seconds, out);
                return;
            }
            Flood once = new Flood(stubs, operation);
            once.run(capacity, Math.min(seconds, 10));
            double answered = once.answered.sum() / (double) Math.min(seconds, 10);
            Quiet alone = new Quiet(quiet, operation);
            TimeUnit.SECONDS.sleep(Math.min(seconds, 10));
            alone.end();
            Quiet beside = new Quiet(quiet, operation);
            Flood flood = new Flood(stubs, operation);
            flood.run(TIMES * capacity, seconds);
            beside.end();
            double inTime = flood.answered.sum() / (double) seconds;
            out.printf(
                    Locale.ROOT,
                    "%-8s %8.0f %8.0f %8.0f %8.0f %8.3f  %.2f/%.2f, %.2f/%.2f, %d of %d failed  %s%n",
                    name,
                    capacity,
                    answered,
                    flood.sent / (double) seconds,
                    inTime,
                    inTime / answered,
                    alone.millis(0.5),
                    alone.millis(0.99),
                    beside.millis(0.5),
                    beside.millis(0.99),
                    beside.failed,
                    beside.times.length + beside.failed,
                    flood.failures());
        } finally {
            clients.forEach(client -> client.close(Duration.ZERO));
            process.destroy();
            process.waitFor();
        }
    }

    /** @param settings the stub of a connection that the storm does not use: another one may be refused */
    private static void storm(
            List<Work> stubs,
            Work settings,
            List<Endpoint> clients,
            Operation operation,
            double capacity,
            int seconds,
            PrintStream out)
            throws InterruptedException {
        double rate = 0.9 * capacity;
        new Flood(stubs, operation).run(rate, Math.min(seconds, 5));
        settings.sleepTime(33);
        Flood flood = new Flood(stubs, operation);
        long before = repeated(clients);
        Thread sender = Thread.ofPlatform().start(() -> flood.run(rate, seconds + 10));
        TimeUnit.SECONDS.sleep(seconds);
        long answered = flood.answered.sum();
        long sent = flood.sent;
        long repeated = repeated(clients) - before;
        settings.sleepTime(10);
        long back = System.nanoTime();
        sender.join();
        out.printf(
                Locale.ROOT,
                "storm    %8.0f; slow: %d of %d answered, %.3f attempts each; fast again: last failure after %d ms; %s%n",
                capacity,
                answered,
                sent,
                1 + repeated / (double) sent,
                Math.max(0, TimeUnit.NANOSECONDS.toMillis(flood.lastFailed - back)),
                flood.failures());
    }

    private static long repeated(List<Endpoint> clients) {
        return clients.stream()
                .mapToLong(each -> each.statistics().callsRepeated())
                .sum();
    }

    /** Returns how many calls a second are answered if each caller waits for its answer. */
    private static double capacity(List<Work> stubs, int callers, Operation operation, int seconds) throws Exception {
        LongAdder answered = new LongAdder();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            Work stub = stubs.get(i % stubs.size());
            threads.add(Thread.startVirtualThread(() -> {
                while (System.nanoTime() - end < 0) {
                    try {
                        operation.call(stub);
                        answered.increment();
                    } catch (CallException e) {
                        // not answered
                    }
                }
            }));
        }
        for (Thread each : threads) {
            each.join();
        }
        return answered.sum() / (double) seconds;
    }

    /** Calls at a fixed rate, whatever becomes of earlier calls. */
    private static final class Flood {
        final LongAdder answered = new LongAdder();
        final Map<String, LongAdder> failed = new TreeMap<>();
        private final List<Work> stubs;
        private final Operation operation;
        volatile long sent;
        /** When the last call that failed was made; 0: none. */
        private volatile long lastFailed;

        Flood(List<Work> stubs, Operation operation) {
            this.stubs = stubs;
            this.operation = operation;
        }

        void run(double rate, int seconds) {
            long begun = System.nanoTime();
            long length = TimeUnit.SECONDS.toNanos(seconds);
            List<CompletableFuture<?>> last = new ArrayList<>();
            for (long now = 0; now < length; now = System.nanoTime() - begun) {
                for (long due = (long) (rate * now / 1e9); sent < due; sent = sent + 1) {
                    Work stub = stubs.get((int) (sent % stubs.size()));
                    long made = System.nanoTime();
                    CompletableFuture<?> call = Calls.async(stub, operation::call)
                            .handle((_, failure) -> {
                                count(failure, made);
                                return null;
                            });
                    if (now > length - TimeUnit.SECONDS.toNanos(2)) {
                        last.add(call);
                    }
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
            last.forEach(CompletableFuture::join);
        }

        private void count(Throwable failure, long made) {
            if (failure == null) {
                answered.increment();
                return;
            }
            lastFailed = Math.max(lastFailed, made);
            String code = failure instanceof CallException known
                    ? known.code() + "/" + known.outcome()
                    : failure.getClass().getSimpleName();
            synchronized (failed) {
                failed.computeIfAbsent(code, _ -> new LongAdder()).increment();
            }
        }

        String failures() {
            synchronized (failed) {
                return failed.toString();
            }
        }
    }

    /** A client with a call every 20 ms. */
    private static final class Quiet implements Runnable {
        private final Work stub;
        private final Operation operation;
        private final Thread thread;
        private volatile boolean ended;
        private final List<Long> measured = new ArrayList<>();
        long[] times = {};
        int failed;

        Quiet(Work stub, Operation operation) {
            this.stub = stub;
            this.operation = operation;
            thread = Thread.ofPlatform().start(this);
        }

        @Override
        public void run() {
            while (!ended) {
                long begun = System.nanoTime();
                try {
                    operation.call(stub);
                    measured.add(System.nanoTime() - begun);
                } catch (CallException e) {
                    failed++;
                }
                LockSupport.parkNanos(QUIET_PAUSE);
            }
        }

        void end() throws InterruptedException {
            ended = true;
            thread.join();
            times = measured.stream().mapToLong(each -> each).sorted().toArray();
        }

        double millis(double part) {
            return times.length == 0 ? Double.NaN : times[(int) (part * (times.length - 1))] / 1e6;
        }
    }
}
