package dev.wherry.dds.idl.interop;

import dev.wherry.dds.idl.IdlExport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server and a client in Python, of the package that has the C library of Wherry too. */
@Timeout(180)
class CycloneForPythonTest {
    @TempDir
    static Path folder;

    private static List<String> program;

    @BeforeAll
    static void install() throws Exception {
        Tools.require("python3");
        Path wheels = Path.of("../dds/wheels.txt").toAbsolutePath();
        boolean installed = install(wheels, "--require-hashes", "--no-deps");
        Tools.assume(installed, "python3 has no pip, or the package cyclonedds cannot be had");
        Files.writeString(folder.resolve("greeter.idl"), IdlExport.topics(Greeter.class));
        program = List.of("python3", Tools.copy("greeter.py", folder).toString());
    }

    private static boolean install(Path wheels, String... options) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(
                        "python3",
                        "-m",
                        "pip",
                        "install",
                        "--quiet",
                        "--only-binary=:all:",
                        "--target",
                        folder.resolve("python").toString(),
                        options[0],
                        options[1],
                        "-r",
                        wheels.toString()))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("pip.txt").toFile())
                .start();
        return process.waitFor() == 0;
    }

    @Test
    void callsAServerInPython() throws Exception {
        Peers.checkServer(folder, program);
    }

    @Test
    void servesAClientInPython() throws Exception {
        Peers.checkClient(folder, program, "Python");
    }
}
