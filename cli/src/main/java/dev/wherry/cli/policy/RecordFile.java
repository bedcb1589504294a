package dev.wherry.cli.policy;

import dev.wherry.mobility.CodeReceived;
import dev.wherry.text.OneLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes a line of JSON for each bundle of received code, before the bundle is accepted. Any thread may use it. */
final class RecordFile implements Consumer<CodeReceived> {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Writer to;

    /** @throws IllegalArgumentException if it cannot be written */
    RecordFile(Path file) {
        try {
            to = Files.newBufferedWriter(
                    file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    OneLine.of(file.toString()) + " cannot be written: " + OneLine.of(e.toString()), e);
        }
    }

    @Override
    public synchronized void accept(CodeReceived received) {
        try {
            to.write(JSON.writeValueAsString(line(received)) + "\n");
            to.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode line(CodeReceived received) {
        ObjectNode line = JSON.createObjectNode()
                .put("when", received.when().toString())
                .put("accepted", received.accepted())
                .put("refusal", received.refusal())
                .put("workspace", received.workspace())
                .put("manifest", received.manifest())
                .put("bytes", received.bytes());
        ArrayNode from = line.putArray("from");
        received.from().stream()
                .map(identity -> identity.kind() + " " + identity)
                .sorted()
                .forEach(from::add);
        ArrayNode classes = line.putArray("classes");
        received.classes()
                .forEach(file -> classes.addObject()
                        .put("name", file.name())
                        .put("hash", file.hash())
                        .put("bytes", file.bytes()));
        ArrayNode resources = line.putArray("resources");
        received.resources()
                .forEach(file -> resources
                        .addObject()
                        .put("name", file.name())
                        .put("hash", file.hash())
                        .put("bytes", file.bytes()));
        return line;
    }
}
