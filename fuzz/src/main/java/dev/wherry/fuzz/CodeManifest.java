package dev.wherry.fuzz;

import dev.wherry.EndpointOptions;
import dev.wherry.Limits;
import dev.wherry.codec.compact.CompactCodec;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.mobility.internal.code.ClassBytes;
import dev.wherry.mobility.internal.code.Manifest;
import dev.wherry.mobility.internal.tasks.TaskHost;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.testkit.codec.Message;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** The list of classes that a peer announces with a task. */
final class CodeManifest implements Target {
    private static final Limits LIMITS =
            Limits.builder().graphDepth(500).graphObjects(20_000).build();

    private final Coder coder = new CompactCodec()
            .coder(
                    new Declared(Manifest.class, "a manifest"),
                    TypeClosure.of(TaskHost.class, EndpointOptions.defaults()));

    @Override
    public void parse(byte[] bytes) {
        Object value;
        try {
            value = EncodedValue.message(bytes).decode(coder, LIMITS);
        } catch (CodecException e) {
            return; // The task is refused with this message.
        }
        if (value instanceof Manifest manifest) {
            String text = manifest.received(Instant.EPOCH, Set.of(), "workspace", null)
                    .toString();
            if (manifest.bytes() < 0 || text.indexOf('\n') >= 0) {
                throw new IllegalStateException("accepted: " + text);
            }
        }
    }

    @Override
    public List<byte[]> seeds() {
        byte[] file = "not a class file".getBytes(StandardCharsets.US_ASCII);
        Manifest manifest = Manifest.of(
                List.of(ClassBytes.of("com.acme.Task", file), ClassBytes.of("com.acme.Task$1", new byte[100])));
        return List.of(
                EncodedValue.input(Message.encode(coder, manifest)),
                EncodedValue.input(Message.encode(coder, Manifest.of(List.of()))));
    }
}
