package dev.wherry.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.testsupport.ChildProgram;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tasks at a host that has no thread for them; the program is {@link ScarceThreads}. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class ScarceThreadsTest {
    @Test
    void areRefusedAndLaterServedOverTheSameConnection() throws Exception {
        assertThat(ChildProgram.runWithFewThreads(List.of(), ScarceThreads.class))
                .filteredOn(line -> !line.contains("WARNING"))
                .contains(
                        "before: served",
                        "before, in order: served",
                        "without threads: REFUSED, The call was not run: no thread could be started for it",
                        "without threads, in order: REFUSED, The call was not run: no thread could be started for it",
                        "afterwards: served",
                        "afterwards, in order: served",
                        "done",
                        "exit 0");
    }
}
