package dev.wherry.lab;

import dev.wherry.Endpoint;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** An agent in a virtual machine of its own. Told to end by a signal, it lingers until its input ends. */
record LonelyAgent(Process process, String uri) implements AutoCloseable {
    /** Starts one, behind these words, which listens at an address. */
    static LonelyAgent start(List<String> before, Path root, String address) throws Exception {
        Process process = java(before, LonelyAgent.class, root.toString(), address);
        return new LonelyAgent(process, hear(process.inputReader(), "tcp://"));
    }

    /** {@code ROOT URI}. */
    public static void main(String[] args) throws Exception {
        Endpoint endpoint = Endpoint.listen(args[1]);
        Lab.open(Path.of(args[0])).serveAt(endpoint, AgentTest.TOKEN);
        CountDownLatch inputEnded = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> await(inputEnded)));
        System.out.println(endpoint.address());
        System.in.read();
        inputEnded.countDown();
        System.exit(0);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException nobodyDoes) {
            throw new IllegalStateException(nobodyDoes);
        }
    }

    /** A virtual machine, started behind these words. */
    static Process java(List<String> before, Class<?> main, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        Stream.of(arguments).forEach(command::add);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** The first line that has this in it; a failure at the end of the output. */
    static String hear(BufferedReader out, String part) throws Exception {
        return CompletableFuture.supplyAsync(() -> out.lines()
                        .filter(line -> line.contains(part))
                        .findFirst()
                        .orElseThrow())
                .get(90, TimeUnit.SECONDS);
    }

    /** Kills it. */
    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
