package dev.wherry.internal.wire;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Why calls are refused before they run, and the answer to them. In an overload many calls are refused for the same reason.
 * One answer serves all of them, since a new exception for each would cost more than the rest of the refusal.
 *
 * @param why in words, without the sentence that the call was not run
 */
public record Refusal(String why, CallException answer) {
    private static final long LONGEST_WAIT = TimeUnit.HOURS.toMillis(1);

    /** Creates a refusal that does not say when the call may be made again. */
    public Refusal(String why) {
        this(why, new CallException(Code.REFUSED, "The call was not run: " + why));
    }

    /** Creates a refusal that says after how many milliseconds the call may be made again. */
    public static Refusal until(long millis, String why) {
        return new Refusal(why, retryAfter(millis, new Refusal(why).answer));
    }

    /** Returns the failure of a call that may be made again when the calls that wait now have had their turns. */
    static CallException retryAfter(long millis, CallException refused) {
        return refused.withRetryAfter(Duration.ofMillis(Math.clamp(millis, 1, LONGEST_WAIT)));
    }
}
