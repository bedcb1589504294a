package dev.wherry.examples;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Task;
import dev.wherry.mobility.Tasks;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Work that goes to where the data is: of a large file only the few lines come back that matter. */
public final class Example09RetrieveData {
    // @start region=task
    public record Search(String file, String word) implements Task<List<Search.Found>> {
        public record Found(long line, String text) implements Serializable {}

        @Override
        public List<Found> call() throws IOException {
            List<String> lines = Files.readAllLines(Path.of(file));
            return Stream.iterate(0, line -> line < lines.size(), line -> line + 1)
                    .filter(line -> lines.get(line).contains(word))
                    .map(line -> new Found(line + 1, lines.get(line)))
                    .toList();
        }
    }
    // @end

    private Example09RetrieveData() {}

    public static void main(String... arguments) throws Exception {
        Path file = Files.createTempFile("wherry", ".log");
        Files.write(
                file,
                Stream.iterate(1, i -> i <= 10_000, i -> i + 1)
                        .map(i -> i % 4_000 == 0 ? i + " failed" : i + " done")
                        .toList());
        MobilityPolicy policy = MobilityPolicy.builder()
                .acceptAnyone()
                .host(ClassLoader.getPlatformClassLoader())
                .build();
        try (var host = Endpoint.listen(
                        "tcp://127.0.0.1:0",
                        EndpointOptions.builder().with(policy).build());
                var client = Endpoint.create()) {
            var peer = client.connect(host.address().toString());
            // @start region=search
            for (Search.Found found : Tasks.at(peer).call(new Search(file.toString(), "failed"))) {
                System.out.println("line " + found.line() + ": " + found.text());
            }
            // @end
        } finally {
            Files.delete(file);
        }
    }
}
