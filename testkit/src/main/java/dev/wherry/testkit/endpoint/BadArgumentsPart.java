package dev.wherry.testkit.endpoint;

import static dev.wherry.CallException.Code.CODEC;
import static dev.wherry.CallException.Code.NOT_FOUND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.testkit.Await;
import dev.wherry.testkit.endpoint.OneWayPart.Ringing;
import dev.wherry.testkit.sample.Bell;
import dev.wherry.testkit.sample.Meddler;
import dev.wherry.testkit.sample.Meddler.Meddling;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is told that an argument of a one-way call cannot travel; and values whose code does what it should not. */
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

    @Test
    default void keepsTheInterruptsOfAValuesCodeFromOtherCalls() {
        Meddler stub = world().serve(Meddler.class, new Meddler() {
            @Override
            public Meddling get() {
                Meddling.active = true; // as it is encoded
                return new Meddling(1);
            }

            @Override
            public int rest(int number) {
                Meddling.active = false;
                return Failing.unchecked(() -> {
                    Thread.sleep(2); // which a flag would end
                    return number;
                });
            }
        });
        for (Meddler each : List.of(
                stub, Calls.with(stub, CallOptions.builder().ordered(true).build()))) {
            for (int i = 0; i < 3; i++) {
                assertThat(each.get()).isNotNull();
                Thread.interrupted(); // of this side's making of the value
                assertThat(each.rest(i)).isEqualTo(i);
            }
        }
    }
}
