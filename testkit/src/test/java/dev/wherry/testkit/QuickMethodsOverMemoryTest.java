package dev.wherry.testkit;

import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Where a loop has one link, which no selector waits for. */
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
