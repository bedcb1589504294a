package dev.wherry.testkit.endpoint;

import dev.wherry.Endpoint;
import dev.wherry.testkit.ChildJvm;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ExitingProgramTest {
    /** The JDK closes the handlers of its log when the shutdown begins, so the message is printed. */
    @Test
    @Tag("long")
    void reportsThatShutdownWaitsForTheMethodThatCalledExit() throws Exception {
        try (ChildJvm child = new ChildJvm(
                List.of("-cp", ChildJvm.path(Endpoint.class, ExitingProgram.class), ExitingProgram.class.getName()))) {
            child.awaitLine("Closing waits up to 60 s for the calls that run here ("
                    + ExitingProgram.Host.class.getName() + ".stop of 'host')");
        }
    }
}
