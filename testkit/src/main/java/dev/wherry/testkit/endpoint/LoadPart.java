package dev.wherry.testkit.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Calls;
import dev.wherry.testkit.Running;
import dev.wherry.testkit.sample.Echo;
import dev.wherry.testkit.sample.Person;
import dev.wherry.testkit.sample.Watcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Many calls at the same time, and large values. */
interface LoadPart extends Part {
    int LARGE = 64 << 20;

    @Test
    default void answers64CallersCorrectly() throws Exception {
        Echo stub = fixture().serve(Echo.class, new Echoing());
        List<Running<Boolean>> callers = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            int caller = i;
            callers.add(Running.start(() -> calls(stub, caller, 200)));
        }
        for (Running<Boolean> caller : callers) {
            assertThat(caller.get()).isTrue();
        }
    }

    @Test
    default void answers256VirtualThreadsCorrectly() throws Exception {
        Echo stub = fixture().serve(Echo.class, new Echoing());
        List<Running<Boolean>> callers = new ArrayList<>();
        for (int i = 0; i < 256; i++) {
            int caller = i;
            callers.add(Running.startVirtual(() -> calls(stub, caller, 50)));
        }
        for (Running<Boolean> caller : callers) {
            assertThat(caller.get()).isTrue();
        }
    }

    private static boolean calls(Echo stub, int caller, int times) {
        Random random = new Random(caller);
        for (int i = 0; i < times; i++) {
            Person person = Person.named("caller " + caller + " call " + i);
            assertThat(stub.person(person)).isEqualTo(person);
            byte[] bytes = new byte[random.nextInt(2000)];
            random.nextBytes(bytes);
            assertThat(stub.bytes(bytes)).isEqualTo(bytes);
        }
        return true;
    }

    @Test
    default void carriesLargeValuesInFragments() {
        Echo stub = fixture().serve(Echo.class, new Echoing());
        Random random = new Random(1);
        for (int size : List.of(65_535, 65_536, 65_537, 131_072, 1_000_003, 5 << 20)) {
            byte[] bytes = new byte[size];
            random.nextBytes(bytes);
            assertThat(stub.bytes(bytes)).isEqualTo(bytes);
        }
        List<Object> people = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            people.add("person " + i);
        }
        assertThat(stub.any(people)).isEqualTo(people);
    }

    /** Each side starts one transfer. Each echo alone fills both directions. */
    @Test
    default void carries64MebibytesBothWaysAtOnce() throws Exception {
        byte[] bytes = new byte[LARGE];
        new Random(7).nextBytes(bytes);
        fixture().client().bind("back", Echo.class, new Echoing());
        Echo there = fixture().serve(Echo.class, new Echoing());
        Watcher asking = fixture().serve(Watcher.class, number -> {
            Echo back = Calls.caller().orElseThrow().lookup("back", Echo.class);
            return Arrays.equals(back.bytes(bytes), bytes) ? number : -1;
        });
        Running<Integer> other = fixture().start(() -> asking.seen(1));
        Running<byte[]> one = fixture().start(() -> there.bytes(bytes));
        assertThat(Arrays.equals(one.get(), bytes)).isTrue();
        assertThat(other.get()).isEqualTo(1);
        assertThat(there.text("afterwards")).isEqualTo("afterwards");
    }

    @Test
    default void servesOtherCallsDuringALargeTransfer() throws Exception {
        Echo stub = fixture().serve(Echo.class, new Echoing());
        Running<byte[]> large = fixture().start(() -> stub.bytes(new byte[LARGE / 2]));
        int calls = 0;
        while (!large.isDone() || calls < 100) {
            assertThat(stub.text("x" + calls)).isEqualTo("x" + calls);
            calls++;
        }
        assertThat(large.get()).hasSize(LARGE / 2);
    }
}
