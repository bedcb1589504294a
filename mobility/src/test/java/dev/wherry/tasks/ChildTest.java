package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.ByReference;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Peer;
import dev.wherry.mobility.ChildLimits;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.TaskContext;
import dev.wherry.mobility.Tasks;
import dev.wherry.mobility.Workspace;
import dev.wherry.mobility.WorkspaceOptions;
import dev.wherry.tasks.hosted.Bank;
import dev.wherry.testsupport.Polling;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tasks in a child JVM that do no harm. The host has this class, and yet takes the one that is shipped. */
@EnabledOnOs(OS.LINUX)
class ChildTest {
    private static final List<String> ADMITTED = new CopyOnWriteArrayList<>();
    private static HostAndClient ends;
    private static Peer peer;

    @BeforeAll
    static void connects() {
        MobilityPolicy policy = MobilityPolicy.builder()
                .acceptAnyone()
                .shippedFirst("dev.wherry.tasks")
                .recorder(received -> received.classes().forEach(each -> ADMITTED.add(each.name())))
                .child(ChildLimits.builder().heapBytes(64 << 20).build())
                .build();
        ends = new HostAndClient(
                policy, EndpointOptions.builder().timeout(Duration.ofMinutes(1)).build());
        ends.host().bind("bank", Bank.class, String::length);
        peer = ends.peer();
    }

    @AfterAll
    static void leavesNothingBehind() throws Exception {
        long pid = Tasks.at(peer).call(() -> ProcessHandle.current().pid());
        String folder = Tasks.at(peer).call(() -> System.getProperty("user.dir"));
        assertThat(Path.of(folder)).isDirectory();
        ends.close();
        assertThat(Hosts.isAlive(pid)).isFalse();
        assertThat(Path.of(folder)).doesNotExist();
    }

    record Person(String name, int age) {}

    static class Counter {
        static int count;

        static int next() {
            return ++count;
        }
    }

    static class Failed extends RuntimeException {
        Failed(String message) {
            super(message);
        }
    }

    @ByReference
    public interface Listener {
        void heard(String word);
    }

    @Test
    void runsInAnotherProcess() throws Exception {
        long pid = Tasks.at(peer).call(() -> ProcessHandle.current().pid());
        assertThat(pid).isNotEqualTo(ProcessHandle.current().pid());
        assertThat(Tasks.at(peer).call(() -> ProcessHandle.current().pid())).isEqualTo(pid);
    }

    @Test
    void runsWhatWasShippedAndLetIn() throws Exception {
        Person result = Tasks.at(peer)
                .call(() -> new Person(Person.class.getClassLoader().getName(), 7));
        assertThat(result.name()).startsWith("wherry workspace");
        assertThat(ADMITTED).contains(Person.class.getName());
    }

    @Test
    void keepsStaticsOfItsOwn() throws Exception {
        try (Workspace one = Workspace.at(peer, WorkspaceOptions.own())) {
            assertThat(one.call(() -> Counter.next())).isEqualTo(1);
            assertThat(one.call(() -> Counter.next())).isEqualTo(2);
        }
        assertThat(Counter.count).isZero();
    }

    @Test
    void throwsWhatTheTaskThrew() {
        assertThatThrownBy(() -> Tasks.at(peer).run(() -> {
                    throw new Failed("on purpose");
                }))
                .isInstanceOf(Failed.class)
                .hasMessage("on purpose");
    }

    @Test
    void findsWhatOnlyReflectionAsksFor() throws Exception {
        String name = "dev.wherry.tasks.ChildTest$Hidden";
        assertThat(Tasks.at(peer)
                        .call(() -> Class.forName(name).getClassLoader().getName()))
                .startsWith("wherry workspace");
        assertThat(ADMITTED).contains(name);
    }

    static class Hidden {}

    @Test
    void callsBackWhatATaskHasTakenAlong() throws Exception {
        List<String> words = new CopyOnWriteArrayList<>();
        Listener listener = words::add;
        Tasks.at(peer).run(() -> listener.heard("here I am"));
        assertThat(words).containsExactly("here I am");
    }

    @Test
    void returnsWhatItWasGivenByReference() throws Exception {
        Listener listener = word -> {};
        assertThat(Tasks.at(peer).call(() -> listener)).isSameAs(listener);
    }

    @ByReference
    public interface Giver {
        Object give();
    }

    record Given(String name) {}

    record Held(Giver giver) {}

    static class There implements Giver {
        @Override
        public Object give() {
            return "of the child";
        }
    }

    @Test
    void letsInWhatACallbackBringsByTheSamePolicy() throws Exception {
        Giver giver = () -> new Given("of the client");
        assertThat(Tasks.at(peer).call(() -> giver.give().toString())).isEqualTo("Given[name=of the client]");
        assertThat(ADMITTED).contains(Given.class.getName());
    }

    @Test
    void passesOnObjectsThatStayInTheChild() throws Exception {
        try (Workspace own = Workspace.at(peer, WorkspaceOptions.own())) {
            Giver there = own.call(() -> new Held(new There())).giver();
            assertThat(there).isNotInstanceOf(There.class);
            assertThat(there.give()).isEqualTo("of the child");
            assertThat(own.call(() -> there.getClass().getName())).isEqualTo(There.class.getName());
        }
    }

    @Test
    void callsAnObjectThatTheHostHasBound() throws Exception {
        Bank bank = peer.lookup("bank", Bank.class);
        assertThat(Tasks.at(peer).call(() -> bank.balance("Annabel"))).isEqualTo(7);
        assertThat(Tasks.at(peer)
                        .call(() ->
                                TaskContext.peer().lookup("bank", Bank.class).balance("Bob")))
                .isEqualTo(3);
        assertThat(Tasks.at(peer).call(() -> bank)).isEqualTo(bank);
    }

    @Test
    void sharesAWorkspaceByItsName() throws Exception {
        try (Endpoint second = Endpoint.create();
                Workspace one = Workspace.at(peer, WorkspaceOptions.shared("counter"));
                Workspace other = Workspace.at(ends.from(second), WorkspaceOptions.shared("counter"))) {
            assertThat(one.call(() -> Counter.next())).isEqualTo(1);
            assertThat(other.call(() -> Counter.next())).isEqualTo(2);
            long pid = one.call(() -> ProcessHandle.current().pid());
            assertThat(other.call(() -> ProcessHandle.current().pid())).isEqualTo(pid);
        }
    }

    static class Board {
        static Listener left;
    }

    @Test
    void handsAnObjectOfOneOfThoseWhoShareItToAnother() throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        Listener listener = heard::add;
        try (Endpoint second = Endpoint.create();
                Workspace one = Workspace.at(peer, WorkspaceOptions.shared("board"));
                Workspace other = Workspace.at(ends.from(second), WorkspaceOptions.shared("board"))) {
            one.run(() -> Board.left = listener);
            other.run(() -> Board.left.heard("by a task"));
            Listener left = other.call(() -> Board.left);
            left.heard("by its stub");
            assertThat(other.call(() -> Board.left == left)).isTrue();
            other.run(() -> left.heard("by the stub of the stub"));
            Listener home = one.call(() -> Board.left);
            assertThat(home).isSameAs(listener);
        }
        assertThat(heard).containsExactly("by a task", "by its stub", "by the stub of the stub");
    }

    @Test
    void endsTheProcessOfAWorkspaceThatIsReleased() throws Exception {
        long pid;
        try (Workspace own = Workspace.at(peer, WorkspaceOptions.own())) {
            pid = own.call(() -> ProcessHandle.current().pid());
            assertThat(Hosts.isAlive(pid)).isTrue();
        }
        Polling.until("the end of the child", () -> !Hosts.isAlive(pid));
    }

    @Test
    void isLeftByMoreConnectionsThanItTakesAtATime() throws Exception {
        WorkspaceOptions shared =
                WorkspaceOptions.builder().name("visited").kept(true).build();
        int last = 0;
        for (int i = 0; i < 300; i++) {
            try (Workspace visit = Workspace.at(peer, shared)) {
                last = visit.call(() -> Counter.next());
            }
        }
        assertThat(last).isEqualTo(300);
        Workspace.at(peer, shared).run(TaskContext::release);
    }
}
