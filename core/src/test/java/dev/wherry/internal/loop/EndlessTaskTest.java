package dev.wherry.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EndlessTaskTest {
    private final List<Throwable> thrown = new ArrayList<>();

    @Test
    void takesTheNextStepAfterAnyFailure() {
        List<Throwable> failures = List.of(
                new IOException("a checked one"),
                new IllegalStateException("an unchecked one"),
                new OutOfMemoryError("an error"),
                new NoClassDefFoundError("a class that could not be loaded"));

        EndlessTask.run("A step failed", new EndlessTask() {
            @Override
            public boolean goesOn() {
                return thrown.size() < failures.size();
            }

            @Override
            public void step() throws Throwable {
                Throwable next = failures.get(thrown.size());
                thrown.add(next);
                throw next;
            }
        });

        assertThat(thrown).isEqualTo(failures);
    }

    @Test
    void takesNoStepWhenItIsNotToGoOn() {
        EndlessTask.run("A step failed", new EndlessTask() {
            @Override
            public boolean goesOn() {
                return false;
            }

            @Override
            public void step() {
                throw new AssertionError("it took a step");
            }
        });
    }
}
