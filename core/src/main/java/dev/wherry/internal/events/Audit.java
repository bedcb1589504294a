package dev.wherry.internal.events;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Identity;
import dev.wherry.internal.invoke.InboundCall;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.wire.Source;
import dev.wherry.text.OneLine;
import dev.wherry.text.Throttle;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records who has called what, in the log {@code dev.wherry.audit} and in the flight recorder. Refusals are logged at level INFO,
 * of many from one source in one second the first twenty; served calls at level DEBUG. A record never has arguments, results,
 * messages of exceptions or tokens.
 */
public final class Audit {
    private static final Log LOG = new Log(System.getLogger("dev.wherry.audit"));
    /** Of all sources, by their hash. A flood from one source hides few others, and many sources take no memory. */
    private static final List<Throttle> REFUSALS = Stream.generate(() -> new Throttle(20, TimeUnit.SECONDS.toNanos(1)))
            .limit(256)
            .toList();

    private Audit() {}

    /**
     * @param method null if it was not found
     * @param failed null if the call has a result
     */
    static void call(InboundCall call, @Nullable RemoteMethod method, @Nullable Throwable failed) {
        boolean refused = !call.ran()
                && failed instanceof CallException refusal
                && (refusal.code() == Code.REFUSED || refusal.code() == Code.UNAUTHENTICATED);
        if (!LOG.isLoggable(refused ? Level.INFO : Level.DEBUG) && !(refused && Events.isRecording())) {
            return;
        }
        String outcome = failed == null
                ? "OK"
                : failed instanceof CallException ours
                        ? ours.code().name()
                        : failed.getClass().getName();
        record(refused, call.link(), call.identity(), call.target(), method == null ? "?" : method.name(), outcome);
    }

    /**
     * Records what somebody has asked for, such as a call or a connection.
     *
     * @param link whose refusals are counted: its peer cannot choose it, as it can the identity that it states
     */
    public static void record(
            boolean refused, Identity link, Identity identity, String target, String method, String outcome) {
        long silent = refused
                ? REFUSALS.get(Math.floorMod(Source.of(link).hashCode(), REFUSALS.size()))
                        .next(System.nanoTime())
                : 0;
        if (silent >= 0) {
            LOG.log(
                    refused ? Level.INFO : Level.DEBUG,
                    outcome + " identity=" + field(identity.kind() + ":" + identity) + " target=" + field(target)
                            + " method=" + field(method) + Throttle.more(silent));
        }
        if (Events.isRecording()) {
            FlightEvents.audit(identity.kind() + ":" + identity, target, method, outcome);
        }
    }

    /** Returns a text as one field of a line: in quotation marks unless it is plain, so that it cannot look like two. */
    private static String field(String text) {
        return text.matches("[!-~&&[^\"=\\\\]]+")
                ? text
                : '"' + OneLine.whole(text).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
