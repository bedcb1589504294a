package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.Peer;
import dev.wherry.mobility.Action;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.Tasks;
import dev.wherry.testsupport.LogRecorder;
import dev.wherry.testsupport.Polling;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tasks of every form, sent to a host that has none of their classes. */
class ShippingTest {
    @AutoClose
    private final HostAndClient ends = new HostAndClient(ShippingTest.class);

    private final Peer peer = ends.peer();

    record Person(String name, int age) {}

    static class Logic {
        static <T> Collection<T> process(Collection<T> people) {
            return new ArrayList<>(people);
        }

        static String where() {
            return Logic.class.getClassLoader().getName();
        }
    }

    static class Named implements Task<String> {
        private final String word;

        Named(String word) {
            this.word = word;
        }

        @Override
        public String call() {
            return word + " at " + Logic.where();
        }
    }

    record ByLibrary(List<String> words) implements Task<String> {
        @Override
        public String call() {
            String loader = Assertions.class.getClassLoader().getName();
            try {
                Assertions.assertIterableEquals(List.of("one", "two"), words);
                return "equal by " + loader;
            } catch (AssertionError e) {
                return e.getMessage() + " by " + loader;
            }
        }
    }

    /** Dozens of classes, of two archives. */
    @Test
    void bringsALibraryThatTheHostLacks() throws Exception {
        MobilityPolicy policy = MobilityPolicy.builder()
                .acceptAnyone()
                .host(new HidingLoader(name -> name.startsWith("dev.wherry.tasks.")
                        || name.startsWith("org.junit.")
                        || name.startsWith("org.opentest4j.")))
                .build();
        try (HostAndClient other = new HostAndClient(policy)) {
            assertThat(Tasks.at(other.peer()).call(new ByLibrary(List.of("one", "two"))))
                    .isEqualTo("equal by wherry workspace private 1");
            assertThat(Tasks.at(other.peer()).call(new ByLibrary(List.of("one", "three"))))
                    .isEqualTo("iterable contents differ at index [1], expected: <two> but was: <three>"
                            + " by wherry workspace private 1");
        }
    }

    record ByAssertJ(List<String> words) implements Task<String> {
        @Override
        public String call() {
            try {
                assertThat(words).containsExactly("one", "two");
                return "equal";
            } catch (AssertionError e) {
                return e.getMessage();
            }
        }
    }

    /** Hundreds of them; one has the name of a package of the JDK's internals, to find it in stack traces. */
    @Test
    void bringsAssertJ() throws Exception {
        MobilityPolicy policy = MobilityPolicy.builder()
                .acceptAnyone()
                .host(new HidingLoader(name -> name.startsWith("dev.wherry.tasks.")
                        || name.startsWith("org.assertj.")
                        || name.startsWith("net.bytebuddy.")
                        || name.startsWith("org.opentest4j.")))
                .build();
        try (HostAndClient other = new HostAndClient(policy)) {
            assertThat(Tasks.at(other.peer()).call(new ByAssertJ(List.of("one", "two"))))
                    .isEqualTo("equal");
            assertThat(Tasks.at(other.peer()).call(new ByAssertJ(List.of("one", "three"))))
                    .contains("not expected", "three");
        }
    }

    @Test
    void runsALambda() throws Exception {
        int answer = Tasks.at(peer).call(() -> 6 * 7);
        assertThat(answer).isEqualTo(42);
    }

    @Test
    void runsALambdaWithWhatItHasCaptured() throws Exception {
        List<Person> people = List.of(new Person("Ann", 30), new Person("Bob", 40));
        Collection<Person> result = Tasks.at(peer).call(() -> Logic.process(people));
        assertThat(result).isEqualTo(people);
        assertThat(Tasks.at(peer).call(() -> Logic.where())).startsWith("wherry workspace");
        assertThat(Tasks.at(peer).call(Logic::where)).startsWith("wherry workspace");
    }

    @Test
    void runsAnObjectOfANamedClass() throws Exception {
        assertThat(Tasks.at(peer).call(new Named("hello"))).startsWith("hello at wherry workspace");
        assertThat(Tasks.at(peer).call(new Named("again"))).startsWith("again at wherry workspace");
    }

    @Test
    void runsNestedLambdas() throws Exception {
        Task<Integer> inner = () -> 20;
        assertThat(Tasks.at(peer).call(() -> inner.call() + 1)).isEqualTo(21);
    }

    @Test
    void submits() throws Exception {
        CompletableFuture<String> later = Tasks.at(peer).submit(() -> Logic.where());
        assertThat(later.get(20, TimeUnit.SECONDS)).startsWith("wherry workspace");
    }

    static class Marks implements Action {
        private static final List<String> LEFT = new CopyOnWriteArrayList<>();
        private final String mark;

        Marks(String mark) {
            this.mark = mark;
        }

        @Override
        public void run() {
            LEFT.add(mark);
        }

        static void leave() {
            LEFT.add("reference");
        }

        static boolean leave(String mark) {
            return LEFT.add(mark);
        }
    }

    @Test
    void submitsActionsAndTakesWhatAnswersForATask() throws Exception {
        CompletableFuture<Void> lambda = Tasks.at(peer).submit(() -> {
            Marks.LEFT.add("lambda");
        });
        assertThat(lambda.get(20, TimeUnit.SECONDS)).isNull();
        Action reference = Marks::leave;
        assertThat(Tasks.at(peer).submit(reference).get(20, TimeUnit.SECONDS)).isNull();
        assertThat(Tasks.at(peer).submit(new Marks("object")).get(20, TimeUnit.SECONDS))
                .isNull();
        CompletableFuture<Boolean> both = Tasks.at(peer).submit(() -> Marks.leave("both"));
        assertThat(both.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(Tasks.at(peer).call(() -> List.copyOf(Marks.LEFT)))
                .containsExactly("lambda", "reference", "object", "both");
    }

    @Test
    void tellsHowASubmittedActionFailed() {
        assertThatThrownBy(() -> Tasks.at(peer)
                        .submit((Action) () -> {
                            throw new Failed("on purpose");
                        })
                        .get(20, TimeUnit.SECONDS))
                .hasCauseInstanceOf(Failed.class);
    }

    @Test
    void throwsWhatTheTaskThrew() {
        assertThatThrownBy(() -> Tasks.at(peer).run(() -> {
                    throw new Failed("on purpose");
                }))
                .isInstanceOf(Failed.class)
                .hasMessage("on purpose");
    }

    static class Failed extends RuntimeException {
        Failed(String message) {
            super(message);
        }
    }

    @Test
    void findsWhatOnlyReflectionAsksFor() throws Exception {
        String name = Person.class.getName();
        assertThat(Tasks.at(peer)
                        .call(() -> Class.forName(name).getClassLoader().getName()))
                .startsWith("wherry workspace");
    }

    @Test
    void isRefusedWhereNoCodeIsTakenIn() {
        try (Endpoint closed = Endpoint.listen("tcp://127.0.0.1:0")) {
            Peer other = ends.client().connect(closed.address().toString());
            assertThatThrownBy(() -> Tasks.at(other).call(() -> 1))
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(Code.REFUSED))
                    .hasMessageContaining("MobilityPolicy.off()");
        }
    }

    @Test
    void logsAtTheHostWhatATaskThrewThatNobodyWaitsFor() {
        try (LogRecorder log = new LogRecorder("dev.wherry")) {
            Tasks.at(peer).fireAndForget(() -> {
                throw new IllegalStateException("nobody hears this");
            });
            Polling.until(
                    "the line",
                    () -> log.texts().anyMatch(text -> text.contains("IllegalStateException: nobody hears this")));
        }
    }

    static class Ends {
        static int end() {
            System.exit(1);
            return 0;
        }
    }

    static int endsIf(boolean needed) {
        return needed ? Ends.end() : 4;
    }

    @Test
    void refusesWhatMustNotBeDefinedOnlyWhereItIsNeeded() throws Exception {
        assertThat(Tasks.at(peer).call(() -> endsIf(false))).isEqualTo(4);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> Tasks.at(peer).call(() -> endsIf(true)))
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(Code.REFUSED))
                    .hasMessageContaining("no exit within this process");
        }
        assertThat(Tasks.at(peer).call(() -> endsIf(false))).isEqualTo(4);
    }

    @Test
    void runsNestedClassesOfOneThatIsRefusedUntilTheyUseIt() throws Exception {
        try (HostAndClient without = new HostAndClient(Exiting.class)) {
            Peer to = without.peer();
            assertThat(Tasks.at(to).call(new Exiting.Alone(5))).isEqualTo(5);
            assertThat(Tasks.at(to).call(new Exiting.Reads(new Exiting.Alone(6))))
                    .isEqualTo(6);
            assertThat(Tasks.at(to).call(Exiting.WithBody.ONLY)).isEqualTo(1);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> Tasks.at(to).call(new Exiting.Ends()))
                        .isInstanceOfSatisfying(
                                CallException.class, e -> assertThat(e.code()).isEqualTo(Code.REFUSED))
                        .hasMessageContaining("no exit within this process");
            }
        }
    }

    abstract static class Pages {
        abstract int size();
    }

    static final class RefusedPages extends Pages {
        @Override
        int size() {
            System.exit(1);
            return -1;
        }
    }

    static final class UsualPages extends Pages {
        @Override
        int size() {
            return 4_096;
        }
    }

    /** Libraries are built so: the verifier needs the class that is tried to know that it is one of Pages. */
    record FallsBack() implements Task<Integer> {
        @Override
        public Integer call() {
            Pages pages;
            try {
                pages = new RefusedPages();
            } catch (Throwable e) {
                pages = new UsualPages();
            }
            return pages.size();
        }
    }

    @Test
    void letsCodeFallBackFromAClassThatIsRefused() throws Exception {
        assertThat(Tasks.at(peer).call(new FallsBack())).isEqualTo(4_096);
    }

    @Test
    void runsAfterARefusalThatHasPassed() throws Exception {
        AtomicBoolean full = new AtomicBoolean(true);
        MobilityPolicy policy = Hosts.without(MobilityPolicy.acceptAnyone(), Probe.class).toBuilder()
                .recorder(received -> {
                    if (full.get()) {
                        throw new IllegalStateException("the disk is full");
                    }
                })
                .build();
        try (HostAndClient recording = new HostAndClient(policy)) {
            Peer to = recording.peer();
            assertThatThrownBy(() -> Tasks.at(to).call(Probe.of("x"))).hasMessageContaining("could not be recorded");
            full.set(false);
            assertThat(Tasks.at(to).call(Probe.of("x"))).isEqualTo("done x");
        }
    }

    @Test
    void refusesAPlainLambdaAtOnce() {
        Callable<Integer> plain = () -> 1;
        assertThatThrownBy(() -> Task.of(plain))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Tasks.at(peer).call(() -> ...)");
    }

    record Plain(int value) implements Callable<Integer> {
        @Override
        public Integer call() {
            return value;
        }
    }

    @Test
    void sendsACallableOfANamedClassAsItIs() throws Exception {
        assertThat(Tasks.at(peer).call(Task.of(new Plain(3)))).isEqualTo(3);
        assertThat(Tasks.at(peer).submit(Task.of(new Plain(4))).get(20, TimeUnit.SECONDS))
                .isEqualTo(4);
    }
}
