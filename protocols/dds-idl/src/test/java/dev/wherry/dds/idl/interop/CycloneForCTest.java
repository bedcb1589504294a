package dev.wherry.dds.idl.interop;

import dev.wherry.dds.idl.IdlExport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server and a client in C++, of an older version of Cyclone DDS and the exported IDL. */
@Timeout(180)
class CycloneForCTest {
    @TempDir
    static Path folder;

    private static List<String> program;

    @BeforeAll
    static void build() throws Exception {
        Tools.require("idlc", "gcc", "g++");
        Tools.assume(Files.exists(Path.of("/usr/include/dds/dds.h")), "cyclonedds-dev is not installed");
        Files.writeString(folder.resolve("greeter.idl"), IdlExport.topics(Greeter.class));
        Tools.copy("greeter.cpp", folder);
        // With -t without type information: that of version 0.10 does not fit the one of version 11.
        Tools.run(folder, "idlc", "-t", "greeter.idl");
        Tools.run(folder, "gcc", "-c", "greeter.c", "-o", "types.o");
        Tools.run(folder, "g++", "-std=c++17", "greeter.cpp", "types.o", "-lddsc", "-o", "greeter");
        program = List.of(folder.resolve("greeter").toString());
    }

    @Test
    void callsAServerInCpp() throws Exception {
        Peers.checkServer(folder, program);
    }

    @Test
    void servesAClientInCpp() throws Exception {
        Peers.checkClient(folder, program, "C++");
    }
}
