package dev.wherry.lab.driver;

import dev.wherry.lab.driver.Answer.Measurement;
import dev.wherry.lab.results.Parameters;
import dev.wherry.lab.site.Place;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The clients of a pair: one, or several while each caller of a workload is a process. */
final class Clients implements AutoCloseable {
    private final Launch launch;
    private final Limits limits;
    private final List<Client> running = new ArrayList<>();

    private Clients(Launch launch, Limits limits) {
        this.launch = launch;
        this.limits = limits;
    }

    static Clients start(Launch launch, Limits limits) throws PeerFailure, InterruptedException {
        Clients clients = new Clients(launch, limits);
        clients.running.add(Client.start(launch, limits));
        return clients;
    }

    void renew() throws PeerFailure, InterruptedException {
        Client fresh = Client.start(launch, limits);
        endAllBut(0);
        running.add(fresh);
    }

    PeerProcess first() {
        return running.getFirst().process();
    }

    /** Starts or ends clients until there are as many as the work needs, so that none is started while calls are timed. */
    void startAll(Work work) throws PeerFailure, InterruptedException {
        int wanted = Parameters.processesAtOnce(work.params());
        while (running.size() < wanted) {
            running.add(Client.start(launch, limits));
        }
        endAllBut(wanted);
    }

    /** Lets as many clients as the work needs call at the same time, and adds up their measurements. */
    Measurement call(String verb, Work work, Length length) throws PeerFailure, InterruptedException {
        startAll(work);
        int wanted = running.size();
        for (int i = 0; i < wanted; i++) {
            running.get(i).begin(verb, work, length, i, wanted);
        }
        List<Measurement> measured = new ArrayList<>();
        try {
            for (Client client : running) {
                measured.add(client.end(limits.silenceAmong(wanted)));
            }
        } catch (PeerFailure failed) {
            // Later lines of the others would be taken for answers to their next requests.
            endAllBut(1);
            throw failed;
        }
        return Sum.of(measured);
    }

    private void endAllBut(int most) {
        while (running.size() > most) {
            running.removeLast().close();
        }
    }

    Duration cpu() {
        Duration all = Duration.ZERO;
        for (Client client : running) {
            all = all.plus(client.process().cpu());
        }
        return all;
    }

    @Override
    public void close() {
        running.forEach(Client::close);
    }

    /** How the clients of a pair are started. */
    record Launch(Place place, List<String> command, Path folder, Duration quit) {
        PeerProcess start(List<String> more) throws PeerFailure, InterruptedException {
            List<String> all = Stream.concat(command.stream(), more.stream()).toList();
            return PeerProcess.start("client", () -> place.start(all, folder), quit);
        }
    }
}
