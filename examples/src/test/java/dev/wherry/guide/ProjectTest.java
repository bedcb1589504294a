package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles and runs the project of three modules that the guide shows. {@code consumers/run} builds it by Maven, and by
 * Gradle if Gradle is installed.
 */
@Timeout(120)
class ProjectTest {
    private static final Path PROJECT =
            Path.of("../consumers/bank").toAbsolutePath().normalize();
    private static final String WHERRY = System.getProperty("java.class.path");

    @Test
    void runsItsServerAndItsClient(@TempDir Path folder) throws Exception {
        Path api = compile("api", folder, ""); // the API module does not need Wherry
        Path server = compile("server", folder, api + File.pathSeparator + WHERRY);
        Path client = compile("client", folder, api + File.pathSeparator + WHERRY);

        Process serving = java("com.acme.bank.server.BankServer", List.of(server, api), "tcp://127.0.0.1:0");
        try (BufferedReader lines = serving.inputReader()) {
            String listening = lines.readLine();
            assertThat(listening).startsWith("listening tcp://127.0.0.1:");
            Process calling =
                    java("com.acme.bank.client.BankClient", List.of(client, api), listening.replace("listening ", ""));
            String printed = new String(calling.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(printed.lines())
                    .containsExactly("Receipt[number=1, balance=600]", "400", "100 cents are missing");
            assertThat(calling.waitFor()).isZero();
        } finally {
            serving.destroyForcibly().waitFor();
        }
    }

    @Test
    void hasTheSameDependenciesInMavenAndGradle() throws IOException {
        for (String module : List.of("server", "client")) {
            assertThat(all(
                            "implementation\\(\"([^\"]+)\"\\)",
                            Files.readString(PROJECT.resolve(module).resolve("build.gradle.kts"))))
                    .isEqualTo(all(
                            "(?s)<groupId>(dev.wherry)</groupId>\\s*<artifactId>([^<]+)</artifactId>\\s*<version>([^<]+)",
                            Files.readString(PROJECT.resolve(module).resolve("pom.xml"))))
                    .hasSize(1);
        }
        String settings = Files.readString(PROJECT.resolve("settings.gradle.kts"));
        for (String module : all("<module>([^<]+)", Files.readString(PROJECT.resolve("pom.xml")))) {
            assertThat(settings).contains('"' + module + '"');
        }
    }

    private static List<String> all(String pattern, String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        while (matcher.find()) {
            List<String> groups = new ArrayList<>();
            for (int i = 1; i <= matcher.groupCount(); i++) {
                groups.add(matcher.group(i));
            }
            found.add(String.join(":", groups));
        }
        return found;
    }

    private static Path compile(String module, Path folder, String classPath) throws IOException {
        Path classes = folder.resolve(module);
        List<String> arguments = new ArrayList<>(List.of(
                "-Xlint:all", "-Werror", "-proc:none", "-parameters", "-d", classes.toString(), "-cp", classPath));
        arguments.addAll(List.of("-Xlint:-path", "-Xlint:-classfile"));
        try (Stream<Path> sources = Files.walk(PROJECT.resolve(module).resolve("src/main/java"))) {
            sources.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(arguments::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .as("javac of %s", module.toUpperCase(Locale.ROOT))
                .isZero();
        return classes;
    }

    private static Process java(String main, List<Path> classes, String argument) throws IOException {
        String path = classes.get(0) + File.pathSeparator + classes.get(1) + File.pathSeparator + WHERRY;
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", path, main, argument)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
