package dev.wherry.dds.idl.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.dds.idl.ExportTest;
import dev.wherry.dds.idl.IdlExport;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The types of topics, as the compiler of Cyclone DDS for C reads them. */
class IdlcTest {
    @TempDir
    Path folder;

    @Test
    void acceptsTheTypesOfTheTopics() throws Exception {
        Tools.require("idlc");
        Path idl = Files.writeString(folder.resolve("shop.idl"), IdlExport.topics(ExportTest.Shop.class));
        Tools.run(folder, "idlc", idl.toString());
        assertThat(folder.resolve("shop.h"))
                .content()
                .contains("_Shop_Request_desc")
                .contains("_Shop_Reply_desc");
    }
}
