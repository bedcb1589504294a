package dev.wherry.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class OrderedCallsTest {
    private final OrderedCalls ordered = new OrderedCalls();

    @Test
    void runOneAfterAnotherInTheOrderTheyCame() throws InterruptedException {
        List<List<Integer>> seen = new ArrayList<>();
        CountDownLatch all = new CountDownLatch(4 * 500);
        for (int order = 0; order < 4; order++) {
            seen.add(Collections.synchronizedList(new ArrayList<>()));
        }
        for (int i = 0; i < 500; i++) {
            int number = i;
            for (int order = 0; order < 4; order++) {
                List<Integer> mine = seen.get(order);
                run(order, () -> {
                    if (number % 50 == 0) {
                        Thread.yield();
                    }
                    mine.add(number);
                    all.countDown();
                });
            }
        }
        assertThat(all.await(1, TimeUnit.MINUTES)).isTrue();
        List<Integer> expected = IntStream.range(0, 500).boxed().toList();
        assertThat(seen).allSatisfy(mine -> assertThat(mine).isEqualTo(expected));
    }

    @Test
    void doNotHoldUpThoseOfAnotherOrder() throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch other = new CountDownLatch(1);
        CountDownLatch behind = new CountDownLatch(1);
        run(1, () -> await(held));
        run(1, behind::countDown);
        run(2, other::countDown);
        assertThat(other.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(behind.getCount()).isEqualTo(1);
        held.countDown();
        assertThat(behind.await(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void goOnBehindOneThatFails() throws InterruptedException {
        CountDownLatch behind = new CountDownLatch(1);
        run(1, () -> {
            throw new StackOverflowError("of a user");
        });
        run(1, behind::countDown);
        assertThat(behind.await(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void areGivenBackIfThereIsNoThreadForTheFirst() throws InterruptedException {
        assertThatThrownBy(() -> ordered.run(1, () -> {}, _ -> {
                    throw new OutOfMemoryError("no thread");
                }))
                .hasMessage("no thread");
        CountDownLatch next = new CountDownLatch(1);
        run(1, next::countDown);
        assertThat(next.await(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void haveOneOfEachOrderRunAtATimeAndKeepNothingOfAnOrderThatIsDone() {
        List<String> ran = new ArrayList<>();
        List<Runnable> started = new ArrayList<>();
        ordered.run(1, () -> ran.add("a"), started::add);
        ordered.run(1, () -> ran.add("b"), started::add);
        ordered.run(2, () -> ran.add("other"), started::add);
        ordered.run(1, () -> ran.add("c"), started::add);
        assertThat(started).hasSize(2);
        assertThat(ordered.orders()).isEqualTo(2);
        started.removeFirst().run();
        assertThat(ran).containsExactly("a", "b", "c");
        assertThat(ordered.orders()).isEqualTo(1);
        ordered.run(1, () -> ran.add("d"), started::add);
        assertThat(started).as("nothing of order 1 is under way").hasSize(2);
        started.forEach(Runnable::run);
        assertThat(ordered.orders()).isZero();
    }

    private void run(long order, Runnable call) {
        ordered.run(order, call, Thread::startVirtualThread);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
