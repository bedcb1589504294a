package dev.wherry.lab.peers;

import dev.wherry.lab.peers.common.Adapter;
import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Program;
import dev.wherry.lab.peers.common.Service;
import dev.wherry.lab.peers.floor.HandCodec;
import dev.wherry.lab.peers.floor.HandStub;
import io.aeron.Aeron;
import io.aeron.FragmentAssembler;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.concurrent.IdleStrategy;

/**
 * Aeron over shared memory. All requests are in one stream, and the answers to each caller in another stream. The media
 * driver is part of the server's process and has one thread. Threads that wait spin a little, then yield, then sleep up
 * to 100 us: on few processors, spinning without end would take them from the threads that work.
 */
public final class AeronIpc implements Adapter {
    private static final String CHANNEL = "aeron:ipc?term-length=1m";
    private static final int REQUESTS = 1_000;
    private static final int ANSWERS = 2_000;
    private static final int FRAGMENTS = 10;
    private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The connections by the folder of their driver: a server calls back by the driver of each client. */
    private final Map<String, Aeron> clients = new HashMap<>();

    public static void main(String[] args) throws Exception {
        Program.run(args, new AeronIpc());
    }

    @Override
    public String serve(CountingService service) throws IOException {
        Path memory = Path.of(Objects.requireNonNullElse(System.getenv("LAB_SHM"), "/dev/shm"));
        Path folder = Files.createTempDirectory(memory, "aeron");
        MediaDriver.launch(new MediaDriver.Context()
                .aeronDirectoryName(folder.toString())
                .dirDeleteOnStart(true)
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(Messages.idle()));
        Aeron server = aeron(folder.toString());
        Subscription requests = server.addSubscription(CHANNEL, REQUESTS);
        Thread thread = new Thread(() -> answer(server, requests, service), "aeron-server");
        thread.setDaemon(true);
        thread.start();
        return folder.toString();
    }

    /** By default an error ends the process. A driver that does not answer may be that of a client which has ended. */
    private static Aeron aeron(String folder) {
        return Aeron.connect(new Aeron.Context().aeronDirectoryName(folder).errorHandler(Throwable::printStackTrace));
    }

    /**
     * The loop of the server. A request without content is the first of a caller, and asks for its stream of answers.
     */
    private static void answer(Aeron server, Subscription requests, CountingService service) {
        Map<Integer, Publication> answers = new HashMap<>();
        Messages out = new Messages();
        Messages in = new Messages();
        FragmentAssembler assembler = new FragmentAssembler((buffer, offset, length, header) -> {
            ByteBuffer request = in.take(buffer, offset, length);
            int caller = request.getInt();
            try {
                if (request.hasRemaining()) {
                    out.put(HandCodec.answer(request, service));
                    out.offer(answers.get(caller));
                } else {
                    Publication added = server.addExclusivePublication(CHANNEL, ANSWERS + caller);
                    // Earlier streams were connected when they were added: the driver does one thing after another.
                    answers.values().removeIf(AeronIpc::left);
                    answers.put(caller, added);
                }
            } catch (Exception thrown) {
                // The caller waits until the harness ends it, and reports this.
                thrown.printStackTrace();
            }
        });
        IdleStrategy idle = Messages.idle();
        while (!requests.isClosed()) {
            idle.idle(requests.poll(assembler, FRAGMENTS));
        }
    }

    private static boolean left(Publication answers) {
        if (answers.isConnected()) {
            return false;
        }
        answers.close();
        return true;
    }

    @Override
    public synchronized Service connect(String address) {
        Aeron aeron = clients.computeIfAbsent(address, AeronIpc::aeron);
        // No other caller of this driver has this number, in any process.
        int caller = (int) aeron.nextCorrelationId();
        Publication requests = aeron.addPublication(CHANNEL, REQUESTS);
        Subscription answers = aeron.addSubscription(CHANNEL, ANSWERS + caller);
        Stub stub = new Stub(caller, requests, answers);
        await(requests::isConnected);
        stub.send(nothing -> {});
        await(answers::isConnected);
        return stub;
    }

    private static void await(BooleanSupplier done) {
        IdleStrategy idle = Messages.idle();
        for (long began = System.nanoTime(); !done.getAsBoolean(); idle.idle()) {
            if (System.nanoTime() - began > CONNECT_NANOS) {
                throw new IllegalStateException("the other end did not connect within 10 s");
            }
        }
    }

    @Override
    public String serializer(Service service) {
        return HandStub.serializer(service);
    }

    /** The client's end for one caller. */
    private static final class Stub extends HandStub {
        private final int caller;
        private final Publication requests;
        private final Subscription answers;
        private final Messages out = new Messages();
        private final Messages in = new Messages();
        private final IdleStrategy idle = Messages.idle();
        private final FragmentAssembler assembler =
                new FragmentAssembler((buffer, offset, length, header) -> answer = in.take(buffer, offset, length));
        private ByteBuffer answer;

        Stub(int caller, Publication requests, Subscription answers) {
            this.caller = caller;
            this.requests = requests;
            this.answers = answers;
        }

        void send(Consumer<ByteBuffer> request) {
            out.put(to -> request.accept(to.putInt(caller)));
            out.offer(requests);
        }

        @Override
        protected <A> A call(Consumer<ByteBuffer> request, Function<ByteBuffer, A> made) {
            answer = null;
            send(request);
            idle.reset();
            while (answer == null) {
                idle.idle(answers.poll(assembler, 1));
            }
            return made.apply(answer);
        }
    }
}
