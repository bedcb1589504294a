package dev.wherry.testkit;

import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the tests over shared memory, where a loop polls a single link without a selector. */
@EnabledOnOs(OS.LINUX)
class QuickMethodsOverMemoryTest extends QuickMethodsTest {
    @TempDir
    private Path folder;

    @Override
    String address() {
        return "shm:" + folder.resolve("socket");
    }

    @Override
    String separator() {
        return "#";
    }
}
