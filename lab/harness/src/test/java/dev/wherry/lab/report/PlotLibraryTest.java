package dev.wherry.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Properties;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class PlotLibraryTest {
    private final Properties library = new Properties();

    PlotLibraryTest() throws IOException {
        try (InputStream in = open("library.properties")) {
            library.load(in);
        }
    }

    @Test
    void isTheFileThatItsHashNames() throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(script());

        assertThat(HexFormat.of().formatHex(hash)).isEqualTo(library.getProperty("sha256"));
    }

    @Test
    void saysWhereItCameFromAndKeepsItsLicencesBesideIt() throws IOException {
        assertThat(library.stringPropertyNames())
                .containsExactlyInAnyOrder("name", "version", "package", "file", "path", "sha256", "license");
        assertThat(new String(read("LICENSE"))).contains("Apache License", "Version 2.0");
        assertThat(new String(read("NOTICE"))).contains("The Apache Software Foundation");
        assertThat(new String(read("LICENSE-zrender"))).contains("BSD 3-Clause License");
        assertThat(new String(read("LICENSE-d3"))).contains("Copyright 2010-2016 Mike Bostock");
    }

    @Test
    void endsNoScriptElementByItself() throws IOException {
        String script = new String(script());

        assertThat(script).doesNotContainIgnoringCase("</script").doesNotContain("<!--", "\r");
    }

    private byte[] script() throws IOException {
        try (InputStream in = new GZIPInputStream(open(library.getProperty("file")))) {
            return in.readAllBytes();
        }
    }

    private static byte[] read(String name) throws IOException {
        try (InputStream in = open(name)) {
            return in.readAllBytes();
        }
    }

    private static InputStream open(String name) {
        return Report.class.getResourceAsStream("echarts/" + name);
    }
}
