package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.transport.memory.ChildProgram;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tasks at a host that has no thread for them; the program is {@link ScarceThreads}. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class ScarceThreadsTest {
    /** Room for some dozens of stacks, and for all else beside them. */
    private static final String ROOM = "ulimit -v 12000000; exec \"$0\" \"$@\"";

    private static final List<String> OPTIONS = List.of(
            "-Xss256m",
            "-Xmx128m",
            "-XX:ReservedCodeCacheSize=64m",
            "-XX:CompressedClassSpaceSize=64m",
            "-Xlog:disable",
            "-Djava.util.logging.config.file=none");

    @Test
    void areRefusedAndLaterServedOverTheSameConnection() throws Exception {
        assertThat(ChildProgram.run(ROOM, OPTIONS, ScarceThreads.class))
                .filteredOn(line -> !line.contains("WARNING"))
                .contains(
                        "before: served",
                        "before, in order: served",
                        "without threads: REFUSED, The call was not run: there is no thread to be had for it",
                        "without threads, in order: REFUSED, The call was not run: there is no thread to be had for it",
                        "afterwards: served",
                        "afterwards, in order: served",
                        "done",
                        "exit 0");
    }
}
