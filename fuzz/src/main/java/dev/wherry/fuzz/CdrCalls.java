package dev.wherry.fuzz;

import dev.wherry.Limits;
import dev.wherry.dds.cdr.CallCodec;
import dev.wherry.dds.cdr.CdrException;
import dev.wherry.dds.cdr.CdrLimits;
import dev.wherry.dds.cdr.CdrReader;
import dev.wherry.dds.cdr.CdrWriter;
import dev.wherry.dds.cdr.RemoteExceptionCode;
import dev.wherry.dds.cdr.Request;
import dev.wherry.dds.cdr.SampleIdentity;
import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.JavaTypes;
import dev.wherry.dds.types.Operation;
import dev.wherry.dds.types.Representation;
import dev.wherry.dds.types.UnsupportedTypeException;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A request and a reply of DDS-RPC, of an interface whose types have all kinds of parts. */
final class CdrCalls implements Target {
    private static final Limits LIMITS =
            Limits.builder().graphDepth(500).graphObjects(20_000).build();

    private static final SampleIdentity IDENTITY = new SampleIdentity(1, 2, 3);

    /** Cases that differ by a property. */
    sealed interface Shape {
        /** A case with a number. */
        record Circle(double radius) implements Shape {}

        /** A case with several parts. */
        record Rectangle(int width, int height) implements Shape {}
    }

    /** All kinds of parts. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Parts(
            boolean flag,
            byte tiny,
            char letter,
            int small,
            long large,
            double number,
            String text,
            DayOfWeek day,
            Instant instant,
            BigDecimal exact,
            UUID id,
            Optional<String> maybe,
            byte[] bytes,
            int[] numbers,
            Set<Integer> set,
            Map<String, Shape> byName,
            List<List<String>> lists) {}

    /** A declared exception with a field. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        final int missing;

        Refused(String message, int missing) {
            super(message);
            this.missing = missing;
        }
    }

    /** The operations. */
    interface Service {
        Parts echo(Parts parts, int times) throws Refused;

        String find(String name);
    }

    private final List<CallCodec> codecs;
    private final CallTypes types;

    CdrCalls() {
        try {
            types = CallTypes.of(Service.class, new JavaTypes());
        } catch (UnsupportedTypeException e) {
            throw new IllegalStateException(e);
        }
        codecs = List.of(new CallCodec(types, Representation.XCDR2), new CallCodec(types, Representation.XCDR1));
    }

    @Override
    public void parse(byte[] bytes) {
        for (CallCodec codec : codecs) {
            try {
                Request request = codec.readRequest(reader(bytes));
                if (request.operation() != null) {
                    request.arguments();
                }
            } catch (CdrException e) {
                // The request is dropped.
            }
            try {
                codec.readReply(reader(bytes));
            } catch (CdrException e) {
                // The call ends with it.
            }
        }
    }

    private static CdrReader reader(byte[] bytes) {
        return new CdrReader(bytes, bytes.length, CdrLimits.of(bytes.length, LIMITS));
    }

    @Override
    public List<byte[]> seeds() {
        Parts parts = new Parts(
                true,
                (byte) 7,
                'x',
                1,
                1L << 40,
                0.25,
                "text \u00e9",
                DayOfWeek.FRIDAY,
                Instant.EPOCH,
                new BigDecimal("12.50"),
                new UUID(1, 2),
                Optional.of("there"),
                new byte[] {1, 2, 3},
                new int[] {4, 5},
                Set.of(6),
                Map.of("round", new Shape.Circle(1.5), "flat", new Shape.Rectangle(2, 3)),
                List.of(List.of("a"), List.of()));
        List<byte[]> all = new ArrayList<>();
        for (CallCodec codec : codecs) {
            for (Operation operation : types.operations()) {
                boolean isEcho = operation.name().equals("echo");
                CdrWriter writer = new CdrWriter();
                codec.writeRequest(
                        writer, IDENTITY, "service", operation, isEcho ? new Object[] {parts, 2} : new Object[] {"a"});
                all.add(writer.toBytes());
                codec.writeResult(writer, IDENTITY, operation, isEcho ? parts : "found");
                all.add(writer.toBytes());
                if (isEcho) {
                    codec.writeFailure(writer, IDENTITY, operation, new Refused("no", 4));
                    all.add(writer.toBytes());
                }
            }
            CdrWriter code = new CdrWriter();
            codec.writeCode(code, IDENTITY, RemoteExceptionCode.OUT_OF_RESOURCES);
            all.add(code.toBytes());
        }
        return all;
    }
}
