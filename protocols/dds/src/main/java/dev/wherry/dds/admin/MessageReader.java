package dev.wherry.dds.admin;

import dev.wherry.Limits;
import dev.wherry.dds.cdr.CallCodec;
import dev.wherry.dds.cdr.CdrLimits;
import dev.wherry.dds.cdr.CdrReader;
import dev.wherry.dds.cdr.RemoteExceptionCode;
import dev.wherry.dds.cdr.Reply;
import dev.wherry.dds.cdr.Request;
import dev.wherry.dds.cdr.SampleIdentity;
import dev.wherry.dds.engine.SampleInfo;
import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.Operation;
import dev.wherry.dds.types.Representation;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads requests and replies: with the interface their values, and otherwise what each message of DDS-RPC has. For one thread. */
final class MessageReader {
    private static final int HEADER = 4;
    private static final int IDENTITY = HEADER + 24;
    private static final int LONGEST = 1_000;

    private final Map<Representation, CallCodec> codecs = new EnumMap<>(Representation.class);
    private final Map<Integer, String> names = new HashMap<>();
    private final Limits limits;

    /** @param types those of the interface by encoding; empty if it is not known */
    MessageReader(Map<Representation, CallTypes> types, Limits limits) {
        this.limits = limits;
        types.forEach((representation, calls) -> {
            codecs.put(representation, new CallCodec(calls, representation));
            calls.operations().forEach(each -> names.put(each.hash(), each.name()));
        });
    }

    /** Adds names of operations by hash. */
    void add(Map<Integer, String> operations) {
        names.putAll(operations);
    }

    /** @param payload the first {@code length} bytes of it are the message */
    SpiedMessage read(boolean request, byte[] payload, int length, SampleInfo info) {
        SampleIdentity identity = SampleIdentity.peek(payload, 0, length);
        Instant time = time(info);
        if (identity == null) {
            return new SpiedMessage(time, request, "", 0, "", "not a message of DDS-RPC", length);
        }
        HexFormat hex = HexFormat.of();
        String caller = hex.toHexDigits(identity.guidHigh()) + hex.toHexDigits(identity.guidLow());
        Content content = content(request, payload, length);
        return new SpiedMessage(time, request, caller, identity.sequence(), content.operation, content.values, length);
    }

    /** Returns a message whose content is not read. */
    static SpiedMessage tooLong(boolean request, long length, SampleInfo info) {
        return new SpiedMessage(time(info), request, "", 0, "", "too long to be read", length);
    }

    private static Instant time(SampleInfo info) {
        return Instant.ofEpochSecond(0, info.sourceNanos());
    }

    private record Content(String operation, String values) {}

    private Content content(boolean request, byte[] payload, int length) {
        if (!codecs.isEmpty()) {
            try {
                CdrReader from = new CdrReader(Arrays.copyOf(payload, length), length, CdrLimits.of(length, limits));
                CallCodec codec = codecs.get(from.representation());
                if (codec == null) {
                    throw new IllegalArgumentException("the interface has no types for " + from.representation());
                }
                if (!request) {
                    return reply(codec.readReply(from));
                }
                Request read = codec.readRequest(from);
                Operation operation = read.operation();
                if (operation != null) {
                    return new Content(operation.name(), text(read.arguments()));
                }
            } catch (RuntimeException e) { // of the codec, or of a constructor of the user
                return new Content(operation(request, payload, length).operation, "unreadable: " + e.getMessage());
            }
        }
        return operation(request, payload, length);
    }

    private static Content reply(Reply reply) {
        Operation operation = reply.operation();
        if (operation == null) {
            return new Content("", reply.code().name());
        }
        if (reply.isFailure()) {
            return new Content(operation.name(), text(reply.failure()));
        }
        return new Content(
                operation.name(), operation.out().dataType().members().isEmpty() ? "" : text(reply.result()));
    }

    /** The text of a value may be what the class of the user makes of it. */
    private static String text(@Nullable Object value) {
        String text;
        try {
            text = value instanceof Object[] array ? Arrays.deepToString(array) : deep(value);
        } catch (RuntimeException e) {
            text = "toString failed: " + e;
        }
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
    }

    /** An array within an array has a text, unlike one alone. */
    private static String deep(@Nullable Object value) {
        String within = Arrays.deepToString(new Object[] {value});
        return within.substring(1, within.length() - 1);
    }

    /** Returns the operation by the label of the union of all operations, behind a length if that is said; or why a call failed. */
    private Content operation(boolean request, byte[] payload, int length) {
        ByteBuffer from = ByteBuffer.wrap(payload, 0, length)
                .order((payload[1] & 1) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        try {
            int first = from.getInt(IDENTITY); // the length of the instance's name, or the code of a reply
            RemoteExceptionCode[] codes = RemoteExceptionCode.values();
            if (!request && first != 0) {
                return new Content("", first > 0 && first < codes.length ? codes[first].name() : "code " + first);
            }
            int at = IDENTITY + Integer.BYTES + (request ? Math.addExact(first, 3) & -4 : 0);
            int label = from.getInt(at);
            int behind = length - at - Integer.BYTES;
            boolean delimited = label >= Integer.BYTES && label <= behind && behind - label < Integer.BYTES;
            if (delimited && !names.containsKey(label)) {
                label = from.getInt(at + Integer.BYTES);
            }
            String name = names.get(label);
            return new Content(
                    name != null ? name : "operation 0x" + HexFormat.of().toHexDigits(label), "");
        } catch (IndexOutOfBoundsException | ArithmeticException e) { // it is cut
            return new Content("", "not a message of DDS-RPC");
        }
    }
}
