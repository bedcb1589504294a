package dev.wherry.lab.driver;

import dev.wherry.lab.driver.Answer.Measurement;
import dev.wherry.lab.driver.Clients.Launch;
import java.time.Duration;
import java.util.List;

/** A running client, with the progress of its calls. Used by one thread. */
final class Client implements AutoCloseable {
    private static final String GOING = "going ";
    /** The factor on the limit without progress for the last calls and what they started. */
    private static final int SILENCES_LATE = 3;

    private final PeerProcess process;
    private String request = "";
    private double seconds;

    private Client(PeerProcess process) {
        this.process = process;
    }

    static Client start(Launch launch, Limits limits) throws PeerFailure, InterruptedException {
        PeerProcess process = launch.start(List.of());
        try {
            process.ready(limits);
            return new Client(process);
        } catch (PeerFailure | InterruptedException failed) {
            process.close();
            throw failed;
        }
    }

    PeerProcess process() {
        return process;
    }

    void begin(String verb, Work work, Length length) throws PeerFailure, InterruptedException {
        begin(verb, work, length, 0, 1);
    }

    /** Does the same for one of several processes that call at the same time. */
    void begin(String verb, Work work, Length length, int number, int of) throws PeerFailure, InterruptedException {
        request = work.phrase(verb) + " " + length.share(number, of).phrase() + work.pace(number, of);
        seconds = length.mostSeconds();
        process.send(request);
    }

    /**
     * Returns the measurement, after the requested calls. It is a failure if the client goes on long after it should have
     * ended.
     *
     * @param most how long it may go without one more call done
     */
    Measurement end(Duration most) throws PeerFailure, InterruptedException {
        String silence = "made no progress for %s s".formatted(most.toMillis() / 1000.0);
        double longest = seconds + SILENCES_LATE * (double) most.toSeconds();
        long began = System.nanoTime();
        long done = -1;
        long progressAt = began;
        while (true) {
            Duration wait = most.minusNanos(System.nanoTime() - progressAt);
            String line = process.receive(wait, silence, "in answer to " + request);
            if (!line.startsWith(GOING)) {
                return process.parse(line, Measurement.class);
            }
            long count = count(line);
            long now = System.nanoTime();
            if (count > done) {
                done = count;
                progressAt = now;
            }
            if ((now - began) / 1e9 > longest) {
                throw PeerFailure.fatal(
                        "the client still went on after %.0f s in answer to %s".formatted(longest, request));
            }
        }
    }

    private long count(String line) throws PeerFailure {
        try {
            return Long.parseLong(line.substring(GOING.length()).strip());
        } catch (NumberFormatException garbage) {
            throw process.garbage(line, "a number of calls");
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
