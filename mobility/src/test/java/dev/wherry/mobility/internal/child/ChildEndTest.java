package dev.wherry.mobility.internal.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.testsupport.Polling;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** How a child ends, and what is left of it: why it did, and nothing else. */
@EnabledOnOs(OS.LINUX)
class ChildEndTest {
    private static final Duration SHORT = Duration.ofMillis(300);

    @TempDir
    Path outside;

    /** A call ends the child in which it runs. The caller is notified at once, and the reason can be asked for. */
    private static String endOf(Child child, Consumer<Cell> call) throws Exception {
        try (child) {
            try (ChildTask task = child.jvm.begin()) {
                assertThat(task).isNotNull();
                assertThatThrownBy(() -> call.accept(child.cell)).isInstanceOf(CallException.class);
            }
            String why = child.awaitEnd();
            assertThat(child.jvm.isAlive()).isFalse();
            Polling.until("the folder is gone", () -> !Files.exists(child.jvm.folder()));
            return why;
        }
    }

    @Test
    void tellsWithWhichStatusItExited() throws Exception {
        assertThat(endOf(new Child(Child.LIMITS), cell -> cell.exit(7)))
                .isEqualTo(
                        "The child JVM ended without being killed, with status 7: a task called System.exit(7) or Runtime.halt(7)");
    }

    @Test
    void tellsThatItCrashed() throws Exception {
        Child child = new Child(Child.LIMITS);
        assertThat(endOf(child, cell -> cell.signal("SEGV")))
                .isEqualTo(
                        "The child JVM ended without being killed, with status 1: the JVM crashed; what it printed says where");
        assertThat(child.lines).anyMatch(line -> line.contains("SIGSEGV"));
    }

    @Test
    void tellsWhichSignalHasKilledIt() throws Exception {
        assertThat(endOf(new Child(Child.LIMITS), cell -> cell.signal("KILL")))
                .isEqualTo(
                        "The child JVM ended without being killed, with status 137: it crashed or was killed, by signal 9");
    }

    @Test
    void tellsThatItWasOutOfMemory() throws Exception {
        assertThat(endOf(new Child(Child.LIMITS), Cell::fillTheHeap))
                .contains("ended without being killed, with status 3", "rule 'heapBytes' allows 67108864");
    }

    @Test
    void isKilledWhenATaskUsesMoreCpuTimeThanItMay() throws Exception {
        assertThat(endOf(new Child(Child.LIMITS.toBuilder().cpuTime(SHORT).build()), Cell::loop))
                .startsWith("The child JVM was killed: the policy's rule 'cpuTime' allows 0.3 s, and it has reached ");
    }

    @Test
    void isKilledWhenATaskTakesLongerThanItMay() throws Exception {
        assertThat(endOf(new Child(Child.LIMITS.toBuilder().wallTime(SHORT).build()), Cell::loop))
                .startsWith("The child JVM was killed: the policy's rule 'wallTime' allows 0.3 s, and it has reached ");
    }

    @Test
    void isKilledWhenWhatATaskLeftBehindUsesMoreCpuTimeThanItMay() throws Exception {
        try (Child child = new Child(Child.LIMITS.toBuilder().cpuTime(SHORT).build())) {
            child.cell.leaveALoop();
            assertThat(child.awaitEnd()).contains("rule 'cpuTime' allows 0.3 s");
        }
    }

    @Test
    void isKilledWhenATaskStartsMoreThreadsThanItMay() throws Exception {
        assertThat(endOf(new Child(Child.LIMITS.toBuilder().threads(10).build()), cell -> cell.startThreads(1000)))
                .startsWith("The child JVM was killed: the policy's rule 'threads' allows 10, and it has reached ");
    }

    @Test
    void isKilledThoughItPrintsWithoutEnd() throws Exception {
        AtomicLong longest = new AtomicLong();
        CountDownLatch printed = new CountDownLatch(1000);
        try (ChildJvm jvm = ChildJvm.start(Child.LIMITS, new Guest(), line -> {
                    longest.accumulateAndGet(line.length(), Math::max);
                    printed.countDown();
                });
                Endpoint endpoint = Endpoint.create()) {
            Thread.startVirtualThread(endpoint.lookup(jvm.address() + "#cell", Cell.class)::printForEver);
            Polling.until("a thousand lines", () -> printed.getCount() == 0);
            jvm.kill("it prints too much");
            jvm.close();
            assertThat(jvm.ended()).isCompletedWithValue("The child JVM was killed: it prints too much");
            assertThat(longest).hasValue(ChildOutput.LONGEST);
        }
    }

    @Test
    void livesOnWhenNobodyTakesWhatItPrints() throws Exception {
        try (ChildJvm jvm = ChildJvm.start(Child.LIMITS, new Guest(), line -> {
                    throw new IllegalStateException(line);
                });
                Endpoint endpoint = Endpoint.create()) {
            Cell cell = endpoint.lookup(jvm.address() + "#cell", Cell.class);
            for (int i = 0; i < 100; i++) {
                cell.print("a line of some length ", 1000);
            }
            assertThat(cell.add(2, 3)).isEqualTo(5);
        }
    }

    @Test
    void takesItsProcessesAndItsFolderAlong() throws Exception {
        Files.writeString(outside.resolve("precious"), "kept");
        Child child = new Child(Child.LIMITS);
        child.cell.litter(outside.toString(), 300);
        long process = child.cell.startProcess();
        assertThat(Child.isAlive(process)).isTrue();
        child.close();
        assertThat(child.jvm.folder()).doesNotExist();
        assertThat(outside.resolve("precious")).hasContent("kept");
        Polling.until("the process is gone", () -> !Child.isAlive(process));
        Polling.until(
                "no thread is left",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("wherry-child")));
        assertThat(child.jvm.ended()).isCompletedWithValue("The child JVM was killed: its host has closed it");
    }

    /** Among them one whose parent has ended, so that it is nobody's descendant. */
    @Test
    void takesItsProcessesAlongWhenItEndsByItself() throws Exception {
        for (Consumer<Cell> ending : List.<Consumer<Cell>>of(cell -> cell.exit(0), cell -> cell.signal("KILL"))) {
            Child child = new Child(Child.LIMITS);
            long process = child.cell.startProcess();
            long orphan = child.cell.startOrphan();
            assertThat(Child.isAlive(process) && Child.isAlive(orphan)).isTrue();
            endOf(child, ending);
            Polling.until("the process is gone", () -> !Child.isAlive(process));
            Polling.until("the orphan is gone", () -> !Child.isAlive(orphan));
        }
    }

    /** A task has closed the life line's descriptor, and the child's main thread reads from it still. */
    @Test
    void endsWithAParentThatWasKilled() throws Exception {
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Parent.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader words = parent.inputReader(StandardCharsets.UTF_8)) {
            List<String> said = new ArrayList<>();
            for (String line = words.readLine(); line != null && !line.equals("ready"); line = words.readLine()) {
                said.add(line);
            }
            assertThat(said).as("child, its process, its folder").hasSize(3);
            parent.destroyForcibly().waitFor();
            Polling.until("the child is gone", () -> !Child.isAlive(Long.parseLong(said.get(0))));
            Polling.until("its process is gone", () -> !Child.isAlive(Long.parseLong(said.get(1))));
            assertThat(Path.of(said.get(2))).doesNotExist();
        } finally {
            parent.destroyForcibly();
        }
    }

    /** Has a child, and says which. */
    static final class Parent {
        public static void main(String[] arguments) throws IOException {
            Child child = new Child(Child.LIMITS);
            child.cell.closeStandardInput();
            System.out.println(child.jvm.pid());
            System.out.println(child.cell.startProcess());
            System.out.println(child.jvm.folder());
            System.out.println("ready");
            child.jvm.ended().join();
        }
    }

    @Test
    void saysWhyItCouldNotStart() {
        assertThatThrownBy(() -> ChildJvm.start(Child.LIMITS, new Unable(), _ -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("No child JVM: ", "status 1", "it said: ", "the disk is full");
    }

    /** Makes no endpoint. */
    public static final class Unable implements Function<String, Endpoint>, Serializable {
        @Override
        public Endpoint apply(String address) {
            throw new IllegalStateException("the disk is full at " + address);
        }
    }
}
