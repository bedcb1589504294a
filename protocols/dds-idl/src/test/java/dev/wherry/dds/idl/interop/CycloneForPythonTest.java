package dev.wherry.dds.idl.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.Endpoint;
import dev.wherry.dds.OutParameters;
import dev.wherry.dds.RosService;
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

    /** A service of ROS. */
    public interface Adder {
        @RosService("example_interfaces/srv/AddTwoInts")
        Sum addTwoInts(long a, long b);
    }

    /** The fields of its response. */
    @OutParameters
    public record Sum(long sum) {}

    private static String[] adder(String side, int domain, String name) throws IOException {
        return new String[] {"python3", Tools.copy("adder.py", folder).toString(), side, Integer.toString(domain), name
        };
    }

    @Test
    void callsAServiceOfRosInPython() throws Exception {
        int domain = Tools.domain();
        try (Tools.Server _ = Tools.Server.start(folder, adder("server", domain, "add_two_ints"));
                Endpoint client = Tools.endpoint()) {
            Adder adder = client.lookup("dds://" + domain + "/add_two_ints", Adder.class);
            assertThat(adder.addTwoInts(2, 3)).isEqualTo(new Sum(5));
            for (int i = 0; i < 200; i++) {
                assertThat(adder.addTwoInts(i, -1).sum()).isEqualTo(i - 1);
            }
        }
    }

    @Test
    void servesAClientOfRosInPython() throws Exception {
        int domain = Tools.domain();
        try (Endpoint server = Tools.endpoint()) {
            server.bind("arm/add_two_ints", Adder.class, (a, b) -> new Sum(a + b));
            server.listenAt("dds://" + domain);
            assertThat(Tools.run(folder, adder("client", domain, "arm/add_two_ints")))
                    .isEqualTo("sum 5\nsum " + (-(1L << 62) + 1) + "\n");
        }
    }
}
