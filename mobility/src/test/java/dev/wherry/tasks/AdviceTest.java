package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.Peer;
import dev.wherry.mobility.Tasks;
import java.util.Comparator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Messages for senders of tasks use their terms, and say what to do. */
class AdviceTest {
    @AutoClose
    private final HostAndClient ends = new HostAndClient(AdviceTest.class);

    private final Peer peer = ends.peer();

    static class Program {
        static int sent(Peer to) throws Exception {
            return Tasks.at(to).call(() -> 4);
        }

        static void end() {
            System.exit(1);
        }
    }

    record Person(String name) {}

    static int endless(int depth) {
        return depth < 0 ? 0 : endless(depth + 1) + 1;
    }

    @Test
    void saysThatALambdaBringsItsClassAlong() {
        assertThatThrownBy(() -> Program.sent(peer))
                .isInstanceOf(CallException.class)
                .hasMessageContaining("System.exit")
                .hasMessageContaining("a lambda is sent with the class in which it is written")
                .hasMessageContaining("make it a top-level class or record, in a file of its own");
    }

    @Test
    void callsATaskATask() {
        assertThatThrownBy(() -> Tasks.at(peer).call(() -> endless(0)))
                .hasMessageContaining("the task threw java.lang.StackOverflowError")
                .hasMessageNotContaining("internal");
        Object held = Thread.currentThread().getThreadGroup();
        assertThatThrownBy(() -> Tasks.at(peer).call(() -> held.hashCode()))
                .hasMessageContaining("of the task[captured 1]")
                .hasMessageNotContaining("internal");
        assertThatThrownBy(() -> Tasks.at(peer).call(() -> ClassLoader.getPlatformClassLoader()))
                .hasMessageContaining("result of the task");
    }

    @Test
    void advisesNobodyToOpenAModuleOfTheJdk() {
        Comparator<Person> byName = Comparator.comparing(Person::name);
        Comparator<Person> held = byName.reversed();
        assertThatThrownBy(() -> Tasks.at(peer).call(() -> held.hashCode()))
                .hasMessageContaining("a comparator that is a lambda (" + AdviceTest.class.getName() + "$$Lambda")
                .hasMessageContaining("may not travel here")
                .hasMessageContaining("In a task, a serializable lambda may travel")
                .hasMessageNotContaining("module-info");
    }

    @Test
    void advisesNobodyToRegisterWhatIsOfAProcess() {
        Peer held = peer;
        Endpoint own = ends.client();
        assertThatThrownBy(() -> Tasks.at(peer).call(() -> Thread.currentThread()))
                .hasMessageNotContaining("register");
        assertThatThrownBy(() -> Tasks.at(peer).call(() -> held.hashCode()))
                .hasMessageContaining("belongs to the process")
                .hasMessageNotContaining("register");
        assertThatThrownBy(() -> Tasks.at(peer).call(() -> own.address()))
                .hasMessageContaining("belongs to the process")
                .hasMessageNotContaining("register");
    }
}
