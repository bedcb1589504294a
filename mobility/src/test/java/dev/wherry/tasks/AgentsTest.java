package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.ByReference;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.OneWay;
import dev.wherry.Peer;
import dev.wherry.mobility.Action;
import dev.wherry.mobility.CodeLimits;
import dev.wherry.mobility.CodeSigner;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.TaskContext;
import dev.wherry.mobility.Tasks;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tasks that go on from host to host, of which only the first one knows who has their classes. */
class AgentsTest {
    private Endpoint a;
    private Endpoint b;
    private Endpoint c;

    @BeforeEach
    void listens() {
        MobilityPolicy policy = MobilityPolicy.acceptAnyone();
        b = Hosts.listen(Hosts.without(policy, AgentsTest.class));
        c = Hosts.listen(Hosts.without(policy, AgentsTest.class));
        a = Endpoint.create();
    }

    @AfterEach
    void closes() {
        a.close();
        b.close();
        c.close();
    }

    record Visit(String address, String loader) {}

    /** Goes to each address, notes where it was, and comes home from the last. */
    static class Agent implements Task<List<Visit>> {
        private final List<String> ahead;
        private final List<Visit> visits = new ArrayList<>();

        Agent(List<String> ahead) {
            this.ahead = new ArrayList<>(ahead);
        }

        @Override
        public List<Visit> call() throws Exception {
            visits.add(new Visit(
                    TaskContext.endpoint().address().toString(),
                    getClass().getClassLoader().getName()));
            if (ahead.isEmpty()) {
                return visits;
            }
            return Tasks.at(TaskContext.endpoint().connect(ahead.removeFirst())).call(this);
        }
    }

    @Test
    void goOnWithTheirClassesAndComeHomeThroughAll() throws Exception {
        List<Visit> visits = Tasks.at(a.connect(b.address().toString()))
                .call(new Agent(List.of(c.address().toString())));
        assertThat(visits)
                .extracting(Visit::address)
                .containsExactly(b.address().toString(), c.address().toString());
        assertThat(visits).extracting(Visit::loader).allMatch(name -> name.startsWith("wherry workspace private"));
    }

    @Test
    void areStoppedWhereTheyHaveComeTooFar() {
        try (Endpoint near = Hosts.listen(Hosts.without(
                MobilityPolicy.builder()
                        .acceptAnyone()
                        .limits(CodeLimits.builder().hops(2).build())
                        .build(),
                AgentsTest.class))) {
            List<String> ahead = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                ahead.add(near.address().toString());
            }
            assertThatThrownBy(() -> Tasks.at(a.connect(b.address().toString())).call(new Agent(ahead)))
                    .hasMessageContaining("'hops'")
                    .hasMessageContaining("at most 2");
        }
    }

    @Test
    void goTheSameWayAgainFromAnotherConnection() throws Exception {
        for (int i = 0; i < 3; i++) {
            try (Endpoint another = Endpoint.create()) {
                assertThat(Tasks.at(another.connect(b.address().toString()))
                                .call(new Agent(List.of(c.address().toString()))))
                        .hasSize(2);
            }
        }
    }

    /** Without waiting, where no thread knows any more whose task it was: it has come as far as before. */
    @Test
    void goOnToANewWorkspaceWhereTheirsWasReleased() throws Exception {
        try (Endpoint near = Hosts.listen(Hosts.without(
                MobilityPolicy.builder()
                        .acceptAnyone()
                        .limits(CodeLimits.builder().hops(1).build())
                        .build(),
                AgentsTest.class))) {
            Peer first = a.connect(near.address().toString());
            String there = near.address().toString();
            Tasks.at(first)
                    .run(() -> Tasks.at(TaskContext.endpoint().connect(there)).run(() -> TaskContext.release()));
            int one = Tasks.at(first)
                    .call(() -> Tasks.at(TaskContext.endpoint().connect(there))
                            .submit(() -> 1)
                            .get(60, TimeUnit.SECONDS));
            assertThat(one).isEqualTo(1);
            assertThatThrownBy(() -> Tasks.at(first).call(new Agent(List.of(there, there))))
                    .hasMessageContaining("at most 1");
        }
    }

    @Test
    void goBackToTheSender() throws Exception {
        try (Endpoint home = Hosts.listen(MobilityPolicy.acceptAnyone())) {
            assertThat(Tasks.at(home.connect(b.address().toString()))
                            .<String>call(() -> Tasks.at(TaskContext.peer()).call(() -> "home")))
                    .isEqualTo("home");
        }
    }

    @ByReference
    public interface Post {
        @OneWay
        void deliver(String what);

        void pass(String where) throws InterruptedException;
    }

    static class Box implements Post {
        final BlockingQueue<String> delivered = new LinkedBlockingQueue<>();
        final CountDownLatch waiting = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);

        @Override
        public void deliver(String what) {
            delivered.add(what);
        }

        @Override
        public void pass(String where) throws InterruptedException {
            waiting.countDown();
            goOn.await(60, TimeUnit.SECONDS);
        }
    }

    /** Asked for by name alone, when the first sender is gone. */
    static class Late {
        static String word() {
            return "late at " + Late.class.getClassLoader().getName().replaceFirst("private.*", "here");
        }
    }

    static class Wanderer implements Action {
        private final String next;
        private final String keeper;
        private final String late = Late.class.getName();

        Wanderer(String next, String keeper) {
            this.next = next;
            this.keeper = keeper;
        }

        @Override
        public void run() {
            Post post = TaskContext.endpoint().lookup(keeper + "/post", Post.class);
            try {
                if (!next.isEmpty()) {
                    Class.forName(late); // so that it is here for those who come after
                    Tasks.at(TaskContext.endpoint().connect(next)).fireAndForget(new Wanderer("", keeper));
                    return;
                }
                post.pass("there");
                post.deliver(
                        (String) Class.forName(late).getDeclaredMethod("word").invoke(null));
            } catch (Exception e) {
                post.deliver(e.toString());
            }
        }
    }

    @Test
    void areServedByTheHostBeforeWhenTheFirstSenderHasLeft() throws Exception {
        Box box = new Box();
        try (Endpoint keeper = Endpoint.listen("tcp://127.0.0.1:0", EndpointOptions.defaults())) {
            keeper.bind("post", Post.class, box);
            Tasks.at(a.connect(b.address().toString()))
                    .run(new Wanderer(c.address().toString(), keeper.address().toString()));
            assertThat(box.waiting.await(60, TimeUnit.SECONDS)).isTrue();
            a.close();
            box.goOn.countDown();
            assertThat(box.delivered.poll(60, TimeUnit.SECONDS)).isEqualTo("late at wherry workspace here");
        }
    }

    /** Does at the last of its hosts what it does not foresee. */
    static class Unprepared implements Task<String> {
        private final List<String> ahead;
        private final String name;

        Unprepared(List<String> ahead, String name) {
            this.ahead = new ArrayList<>(ahead);
            this.name = name;
        }

        @Override
        public String call() throws Exception {
            if (ahead.isEmpty()) {
                return (String) Class.forName(name).getDeclaredMethod("word").invoke(null);
            }
            return Tasks.at(TaskContext.endpoint().connect(ahead.removeFirst())).call(this);
        }
    }

    static class Unforeseen {
        static String word() {
            return "at " + Unforeseen.class.getClassLoader().getName();
        }
    }

    @Test
    void findAtTheirLastHostWhatNoneBeforeHasAskedFor() throws Exception {
        String name = "dev.wherry.tasks.AgentsTest$" + "Unforeseen";
        assertThat(Tasks.at(a.connect(b.address().toString()))
                        .call(new Unprepared(List.of(c.address().toString()), name)))
                .startsWith("at wherry workspace private");
    }

    @Test
    void goOnSignedByEachHostToThoseThatTrustIt() throws Exception {
        KeyPairGenerator keys = KeyPairGenerator.getInstance("Ed25519");
        KeyPair ofA = keys.generateKeyPair();
        KeyPair ofB = keys.generateKeyPair();
        try (Endpoint second = signing(MobilityPolicy.acceptSignedBy(ofA.getPublic()), ofB);
                Endpoint third = signing(MobilityPolicy.acceptSignedBy(ofB.getPublic()), keys.generateKeyPair());
                Endpoint first = Endpoint.create(
                        EndpointOptions.builder().with(CodeSigner.of(ofA)).build())) {
            List<Visit> visits = Tasks.at(first.connect(second.address().toString()))
                    .call(new Agent(List.of(third.address().toString())));
            assertThat(visits).hasSize(2);
        }
    }

    private static Endpoint signing(MobilityPolicy policy, KeyPair keys) {
        return Endpoint.listen(
                "tcp://127.0.0.1:0",
                EndpointOptions.builder()
                        .with(Hosts.without(policy, AgentsTest.class))
                        .with(CodeSigner.of(keys))
                        .build());
    }

    /** Closes what it has connected to, as one does elsewhere. */
    static class Tidy implements Task<Integer> {
        private final String next;

        Tidy(String next) {
            this.next = next;
        }

        @Override
        public Integer call() throws Exception {
            try (Peer there = TaskContext.endpoint().connect(next)) {
                return Tasks.at(there).call(() -> 1);
            }
        }
    }

    /** The properties of agents that do not change. */
    public interface Desk {
        int number();
    }

    @Test
    void leaveTheNamesAndAddressesOfTheirHostAlone() {
        b.bind("desk", Desk.class, () -> 1);
        Peer there = a.connect(b.address().toString());
        int addresses = b.addresses().size();
        List<Action> attempts = List.of(
                () -> TaskContext.endpoint().unbind("desk"),
                () -> TaskContext.endpoint().bind("other", Desk.class, () -> 2),
                () -> TaskContext.endpoint().rebind("desk", Desk.class, () -> 2),
                () -> TaskContext.endpoint().listenAt("tcp://127.0.0.1:0"));
        for (Action each : attempts) {
            assertThatThrownBy(() -> Tasks.at(there).run(each))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("A task does not");
        }
        assertThat(b.addresses()).hasSize(addresses);
        assertThat(a.lookup(b.address() + "/desk", Desk.class).number()).isEqualTo(1);
    }

    @Test
    void leaveTheConnectionsOfTheirHostToOthers() throws Exception {
        Peer there = a.connect(b.address().toString());
        b.connect(c.address().toString());
        assertThat(Tasks.at(there).call(new Tidy(c.address().toString()))).isEqualTo(1);
        assertThat(b.statistics().sessions()).isEqualTo(2);
        assertThatThrownBy(
                        () -> Tasks.at(there).run(() -> TaskContext.endpoint().close()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("A task does not close it");
        assertThat(Tasks.at(there).call(new Tidy(c.address().toString()))).isEqualTo(1);
    }
}
