package dev.wherry.fuzz;

import dev.wherry.CallException;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.internal.code.ClassBytes;
import dev.wherry.mobility.internal.code.CodeAdmission;
import dev.wherry.mobility.internal.code.Manifest;
import dev.wherry.mobility.internal.code.PackedCode;
import dev.wherry.spi.CodecException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** A class file that a peer sends: first as a packed bundle, then as the file itself, which is checked before it would be defined. */
final class ShippedClasses implements Target {
    private static final String NAME = "acme.Shipped";
    private static final List<Class<?>> EXAMPLES =
            List.of(ShippedClasses.class, Target.class, Fuzz.class, MobilityPolicy.class, java.util.Optional.class);

    private final MobilityPolicy policy = MobilityPolicy.acceptAnyone();

    @Override
    public void parse(byte[] bytes) {
        if (bytes.length == 0) {
            return; // a manifest has no such class
        }
        ClassBytes file = ClassBytes.of(NAME, bytes);
        try {
            PackedCode.unpack(bytes, Manifest.of(List.of(file)).classes());
        } catch (CallException | CodecException e) {
            // refused
        }
        try {
            new CodeAdmission(policy).add(List.of(file));
        } catch (CallException | CodecException e) {
            // refused
        }
    }

    @Override
    public List<byte[]> seeds() throws IOException {
        List<byte[]> seeds = new ArrayList<>();
        for (Class<?> each : EXAMPLES) {
            try (InputStream in = each.getResourceAsStream(each.getSimpleName() + ".class")) {
                byte[] bytes = in.readAllBytes();
                seeds.add(bytes);
                seeds.add(PackedCode.pack(List.of(ClassBytes.of(NAME, bytes))));
            }
        }
        return seeds;
    }
}
