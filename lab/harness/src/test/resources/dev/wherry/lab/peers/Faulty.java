package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Adapter;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Greeting;
import dev.wherry.lab.peers.common.Host;
import dev.wherry.lab.peers.common.Payload;
import dev.wherry.lab.peers.common.Person;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The floor over TCP with one fault put between the calling loop and the connection. */
public final class Faulty implements Adapter, Service {
    private static final AtomicLong ANSWERED = new AtomicLong();

    private final FloorTcp floor = new FloorTcp();
    private final String fault;
    private final AtomicLong calls = new AtomicLong();
    private Service service;

    private Faulty(String fault) {
        this.fault = fault;
    }

    public static void main(String[] args) throws Exception {
        // Such as first-throws: only where the client was started for its first call.
        boolean first = Arrays.asList(args).contains("first");
        String fault = first ? args[0].replaceFirst("^first-", "") : args[0];
        Program.run(Arrays.copyOfRange(args, 1, args.length), new Faulty(fault));
    }

    @Override
    public String serve(CountingService counting) throws Exception {
        return floor.serve(counting);
    }

    @Override
    public boolean byReference() {
        return fault.equals("promises-references");
    }

    @Override
    public Map<String, Long> carried() {
        return fault.equals("counts") ? Map.of("tcp", ANSWERED.get(), "shm", 7L) : Map.of();
    }

    @Override
    public Service connect(String address) throws Exception {
        if (fault.equals("shares-memory")) {
            Path file = Files.createTempFile(Path.of("/dev/shm"), "faulty", "");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                channel.map(FileChannel.MapMode.READ_WRITE, 0, 4096).put(0, (byte) 1);
            } finally {
                Files.delete(file);
            }
        }
        Faulty caller = new Faulty(fault);
        caller.service = floor.connect(address);
        return caller;
    }

    @Override
    public String serializer(Service ignored) {
        return fault.equals("boasts") ? "quantum" : "hand-written";
    }

    /** Greets a server that speaks none of these protocols. */
    @Override
    public Map<String, String> versions(String ignored) throws Exception {
        if (!fault.startsWith("greets-")) {
            return Map.of();
        }
        try (ServerSocket mail = new ServerSocket(0, 1, Host.address())) {
            Thread.ofVirtual().start(() -> answer(mail));
            String address = Host.with(mail.getLocalPort());
            return switch (fault) {
                case "greets-http" -> Greeting.http(address);
                case "greets-http2" -> Greeting.http2(address);
                case "greets-jrmp" -> Greeting.jrmp(address);
                case "greets-dubbo" -> Greeting.dubbo(address);
                default -> throw new IllegalArgumentException(fault);
            };
        }
    }

    private static void answer(ServerSocket mail) {
        try (Socket caller = mail.accept()) {
            caller.getOutputStream().write("220 mail\r\n".getBytes(StandardCharsets.US_ASCII));
            caller.getInputStream().readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the faults are with persons
    public <T extends Comparable<T>> Collection<T> processRequest(Collection<T> collection) throws Exception {
        switch (fault) {
            case "stays-at-home":
                service.processRequest(collection);
                return new ArrayList<>(collection);
            case "throws":
                throw new IllegalStateException("the bridge is up");
            case "throws-seldom":
                // After the 20 calls a caller of the check, so that it shows in a round.
                if (calls.incrementAndGet() == 25) {
                    throw new IllegalStateException("the bridge is up");
                }
                return service.processRequest(collection);
            case "forgets-one":
                List<T> fewer = new ArrayList<>(service.processRequest(collection));
                fewer.removeLast();
                return fewer;
            case "changes-a-street":
                Collection<T> answer = service.processRequest(collection);
                answer.forEach(person -> ((Person) person).setStreet("Elsewhere"));
                return answer;
            default:
                ANSWERED.incrementAndGet();
                return service.processRequest(collection);
        }
    }

    /** Where it stays at home: it has no other. */
    @Override
    public <T> T ship(Callable<T> task) throws Exception {
        return task.call();
    }

    @Override
    public byte[] octets(byte[] data) throws Exception {
        byte[] answer = service.octets(data);
        if (fault.equals("flips-a-bit") && answer.length > 0) {
            answer[answer.length - 1] ^= 1;
        }
        return answer;
    }

    @Override
    public int invoke(Payload payload) throws Exception {
        if (fault.equals("flips-a-bit")) {
            byte[] data = payload.getData().clone();
            data[data.length - 1] ^= 1;
            return service.invoke(new Payload(payload.getCallNumber(), data));
        }
        if (fault.equals("calls-back-late")) {
            String text = new String(payload.getData(), StandardCharsets.UTF_8);
            // That all calls have come, and none twice as in the check.
            if (text.startsWith("done ") && text.endsWith(" 0")) {
                TimeUnit.SECONDS.sleep(8);
            }
        }
        return service.invoke(payload);
    }

    /** Loses one, and repeats one after it, when the check's session is over. */
    @Override
    public void invokeOnewayAtServer(Payload payload) throws Exception {
        long call = calls.incrementAndGet() - 21;
        if (call != 5 || !fault.contains("loses-one")) {
            service.invoke(payload);
        }
        if (call == 6 && fault.contains("repeats-one")) {
            service.invoke(payload);
        }
    }

    @Override
    public int addOne(int number) throws Exception {
        if (fault.equals("stalls-once") && calls.incrementAndGet() == 20 + 400) {
            Thread.sleep(100);
        }
        return fault.equals("flips-a-bit") ? service.addOne(number) ^ 1 << 31 : service.addOne(number);
    }
}
