package dev.wherry.mobility.internal.child;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The processes that a child has started and that run on after its end. They are no longer descendants of this process. On Linux
 * they are recognized by the child's folder in their environment, unless that was removed from it.
 */
final class OrphanProcesses {
    /** The variable that names the folder for temporary files. */
    static final String MARK = "TMPDIR";

    private static final int MOST_ROUNDS = 10;

    private OrphanProcesses() {}

    /** Kills them, and then those that they have started meanwhile. */
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
            return false; // It has ended, or belongs to another user, or this is not Linux.
        }
    }
}
