package dev.wherry.mobility.internal.child;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The processes that a child has started and that have outlived it, nobody's descendants any more: on Linux they are known
 * by the child's folder in the environment that they were started with, unless somebody has taken it out.
 */
final class OrphanProcesses {
    /** Where programs put their temporary files. */
    static final String MARK = "TMPDIR";

    private static final int MOST_ROUNDS = 10;

    private OrphanProcesses() {}

    /** Kills them, and again those that they have started meanwhile. */
    static void end(Path folder) {
        long killed = 1;
        for (int round = 0; round < MOST_ROUNDS && killed > 0; round++) {
            killed = ProcessHandle.allProcesses()
                    .filter(process -> isOf(folder, process))
                    .filter(ProcessHandle::destroyForcibly)
                    .count();
        }
    }

    private static boolean isOf(Path folder, ProcessHandle process) {
        try {
            byte[] environment = Files.readAllBytes(Path.of("/proc/" + process.pid() + "/environ"));
            return ("\0" + new String(environment, StandardCharsets.UTF_8)).contains("\0" + MARK + "=" + folder + "\0");
        } catch (IOException e) {
            return false; // It has ended, or is another user's, or this is no Linux.
        }
    }
}
