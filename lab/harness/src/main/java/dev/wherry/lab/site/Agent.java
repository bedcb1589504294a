package dev.wherry.lab.site;

import dev.wherry.CallException;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.Peer;
import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.plan.ServersOn;
import dev.wherry.lab.process.Scratch;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lets a lab on another host start servers on this one: one run at a time, for whoever knows the token. */
public final class Agent implements Agency {
    private static final Duration BETWEEN_PINGS = Duration.ofSeconds(1);
    /** A run that has just ended may not have been noticed yet. */
    private static final Duration TO_LEAVE = Duration.ofSeconds(5);

    private final byte[] token;
    private final Function<Place, LocalSite> sites;
    private @Nullable Visit current;

    /** A run of another host's, and what was started for it. */
    private record Visit(Peer visitor, LocalSite site, CountDownLatch gone) {
        /** Ends everything as soon as the visitor is gone, even where its host fell silent without a word. */
        void watch() {
            try {
                while (true) {
                    visitor.ping();
                    Thread.sleep(BETWEEN_PINGS);
                }
            } catch (CallException | InterruptedException ended) {
                visitor.close();
                site.close();
                gone.countDown();
            }
        }
    }

    private Agent(byte[] token, Function<Place, LocalSite> sites) {
        this.token = token;
        this.sites = sites;
    }

    /** Serves at this endpoint, with such sites. */
    public static void bind(Endpoint endpoint, String token, Function<Place, LocalSite> sites) {
        if (token.length() < ServersOn.SHORTEST_TOKEN) {
            throw new LabException(
                    "A token of %d characters could be guessed; it takes %d or more. Write so many into the"
                                    .formatted(token.length(), ServersOn.SHORTEST_TOKEN)
                            + " --token-file, or leave that out, and a random one is made");
        }
        Scratch.removeLeftOvers();
        endpoint.bind(NAME, Agency.class, new Agent(bytes(token), sites));
    }

    private static byte[] bytes(String token) {
        return token.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public synchronized Site enter(String shown, String host, boolean hasty) throws InterruptedException {
        if (!MessageDigest.isEqual(token, bytes(shown))) {
            throw new LabException(
                    "The token is not this agent's: it is in its --token-file, or was printed when it began");
        }
        Visit before = current;
        if (before != null && !before.gone().await(TO_LEAVE.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new LabException("A run from %s goes on here; two at once would disturb each other"
                    .formatted(before.visitor().identity()));
        }
        Visit visit = new Visit(
                Calls.caller().orElseThrow(), sites.apply(new Place(List.of(), host, hasty)), new CountDownLatch(1));
        current = visit;
        Thread.ofVirtual().name("lab-visit").start(visit::watch);
        return visit.site();
    }
}
