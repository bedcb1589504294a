package dev.wherry.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine;

/** The version that the build has written into a properties file. */
final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        Properties written = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            written.load(in);
        }
        return new String[] {
            "wherry " + written.getProperty("version"),
            "JDK %s (%s)".formatted(System.getProperty("java.version"), System.getProperty("java.vendor"))
        };
    }
}
