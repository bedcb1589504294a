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

/**
 * One-way calls with an argument that cannot travel: which callers get an exception. And values whose code sets the
 * interrupt flag.
 */
interface BadArgumentsPart extends Part {
    @Test
    default void failsAnAcceptedCallThatCannotBeServed() {
        Bell bell = new Ringing(sound -> {});
        Bell stub = fixture().serve(Bell.class, bell);
        Failing.withCode(CODEC, () -> stub.ringSurely(new Thread()));
        fixture().server().unbind("Bell1");
        Failing.withCode(NOT_FOUND, () -> stub.ringSurely("gone"));
    }

    @Test
    default void reportsABadArgumentToASentCallButNotToAQueuedOne() {
        Bell stub = fixture().serve(Bell.class, new Ringing(sound -> {}));
        Failing.withCode(CODEC, () -> stub.ring(new Thread()));
        stub.ringSoon(new Thread());
        stub.ringSoon("good");
        Await.until("the call with a correct argument", () -> stub.count() == 1);
    }

    @Test
    default void isolatesCallsFromInterruptsOfEncodingCode() {
        Meddler stub = fixture().serve(Meddler.class, new Meddler() {
            @Override
            public Meddling get() {
                Meddling.active = true; // takes effect when the value is encoded
                return new Meddling(1);
            }

            @Override
            public int rest(int number) {
                Meddling.active = false;
                return Failing.unchecked(() -> {
                    Thread.sleep(2); // fails if the interrupt flag is set
                    return number;
                });
            }
        });
        for (Meddler each : List.of(
                stub, Calls.with(stub, CallOptions.builder().ordered(true).build()))) {
            for (int i = 0; i < 3; i++) {
                assertThat(each.get()).isNotNull();
                Thread.interrupted(); // creating the value on this side set the flag
                assertThat(each.rest(i)).isEqualTo(i);
            }
        }
    }
}
