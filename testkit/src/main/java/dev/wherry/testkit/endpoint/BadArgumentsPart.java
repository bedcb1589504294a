package dev.wherry.testkit.endpoint;

import static dev.wherry.RemoteException.Code.CODEC;
import static dev.wherry.RemoteException.Code.NOT_FOUND;

import dev.wherry.testkit.Await;
import dev.wherry.testkit.endpoint.OneWayPart.Ringing;
import dev.wherry.testkit.sample.Bell;
import org.junit.jupiter.api.Test;

/** Who is told that an argument of a one-way call cannot travel. */
interface BadArgumentsPart extends Part {
    @Test
    default void tellsAnAcceptedCallerOfWhatTheServerCannotTakeIn() {
        Bell bell = new Ringing(sound -> {});
        Bell stub = world().serve(Bell.class, bell);
        Failing.withCode(CODEC, () -> stub.ringSurely(new Thread()));
        world().server().unbind("Bell1");
        Failing.withCode(NOT_FOUND, () -> stub.ringSurely("gone"));
    }

    @Test
    default void tellsASenderOfABadArgumentButNotAQueuer() {
        Bell stub = world().serve(Bell.class, new Ringing(sound -> {}));
        Failing.withCode(CODEC, () -> stub.ring(new Thread()));
        stub.ringSoon(new Thread());
        stub.ringSoon("good");
        Await.until("the good one", () -> stub.count() == 1);
    }
}
