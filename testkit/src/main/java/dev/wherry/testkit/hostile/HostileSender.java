package dev.wherry.testkit.hostile;

import dev.wherry.Limits;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import dev.wherry.spi.Definition.Kind;
import dev.wherry.spi.Out;
import dev.wherry.spi.Types;
import dev.wherry.testkit.codec.Message;
import dev.wherry.testkit.codec.ObjectStreamBytes;
import dev.wherry.testkit.hostile.Attack.Form;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes attacks for the codecs of this repository: by hand, or by an encoder without limits and without a list of
 * classes.
 */
final class HostileSender {
    private static final Limits UNLIMITED = Limits.builder()
            .graphDepth(1_000_000)
            .graphObjects(Integer.MAX_VALUE)
            .build();

    // The first byte of a value of a library's codec, see docs/protocol.md.
    private static final int WITH_ASIDE = 2;
    private static final int ALL_ASIDE = 3;

    private final Coder coder;
    private final List<Attack> attacks = new ArrayList<>();

    private HostileSender(Codec codec) {
        coder = codec.coder(new Declared(Object.class, "hostile"), new AnyTypes());
    }

    /** Types that allow every class of the class path. */
    private static final class AnyTypes implements Types {
        @Override
        public boolean allows(Class<?> type) {
            return true;
        }

        @Override
        public Class<?> find(String className) {
            try {
                return Class.forName(className, false, Inbox.class.getClassLoader());
            } catch (ClassNotFoundException e) {
                throw refusal(className);
            }
        }

        @Override
        public CodecException refusal(String className) {
            return CodecException.refused(className, "There is no such class.");
        }

        @Override
        public boolean isReference(Class<?> declared) {
            return false;
        }

        @Override
        public boolean preservesIdentity() {
            return false;
        }

        @Override
        public Class<?> root() {
            return Inbox.class;
        }
    }

    static List<Attack> attacks(Codec codec) {
        return switch (codec.name()) {
            case "compact" -> compact();
            case "java" -> java();
            default -> new HostileSender(codec).library();
        };
    }

    /**
     * Returns attacks with one object in the form of a codec: as object streams, wherever it carries these, and as the codec itself
     * writes it, if it can.
     *
     * @param streams the object in each form, as streams without headers
     * @param value the object; null if it cannot be made here
     */
    static List<Attack> ofObject(Codec codec, String name, Map<Form, byte[]> streams, @Nullable Object value) {
        HostileSender sender = new HostileSender(codec);
        switch (codec.name()) {
            case "compact" -> sender.attacks.addAll(streamsOf(name, streams));
            case "java" ->
                streams.forEach((form, stream) -> sender.attacks.add(
                        Attack.of(name, form, Map.of(), to -> ObjectStreamBytes.writeFirst(stream, to))));
            default -> sender.around(streamsOf(name, streams));
        }
        if (value != null) {
            HostileValues.forms(value).forEach((form, wrapped) -> {
                try {
                    sender.add("native " + name, form, sender.encoded(wrapped));
                } catch (RuntimeException | StackOverflowError e) {
                    // This codec cannot write it even without a list of classes.
                }
            });
        }
        return sender.attacks;
    }

    private static List<Attack> streamsOf(String name, Map<Form, byte[]> streams) {
        byte[] bare = streams.get(Form.BARE);
        List<Attack> all = new ArrayList<>(
                bare == null ? List.of() : CostlyValues.inEachForm(name, to -> CostlyValues.stream(bare, to)));
        streams.forEach((form, stream) ->
                all.add(Attack.of("stream of " + name, form, Map.of(), to -> CostlyValues.stream(stream, to))));
        return all;
    }

    /** Returns attacks in the form of codec {@code compact}, and as object streams that it carries. */
    private static List<Attack> compact() {
        List<Attack> all = new ArrayList<>(CostlyValues.attacks());
        CostlyStreams.all()
                .forEach((name, forms) -> forms.forEach((form, stream) -> all.add(
                        Attack.of("stream of " + name, form, Map.of(), to -> CostlyValues.stream(stream, to)))));
        return all;
    }

    private static List<Attack> java() {
        List<Attack> all = new ArrayList<>();
        CostlyStreams.all()
                .forEach((name, forms) -> forms.forEach((form, stream) ->
                        all.add(Attack.of(name, form, Map.of(), to -> ObjectStreamBytes.writeFirst(stream, to)))));
        return all;
    }

    private List<Attack> library() {
        around(compact());
        natively("SHARED_PARTS", HostileSender::changedWhenWritten);
        natively("DATES", HostileValues::dates);
        natively("ARRAYS", () -> HostileValues.array(Inbox.Pair.class));
        natively("UNKNOWN_CLASSES", HostileSender::unlisted);
        renamed();
        return attacks;
    }

    /** Adds values of codec {@code compact} as library codecs contain them: instead of the whole value, or of a part. */
    private void around(List<Attack> values) {
        for (Attack each : values) {
            attacks.add(Attack.of("all aside: " + each.name(), each.form(), each.definitions(), to -> {
                        to.writeByte(ALL_ASIDE);
                        each.write(to);
                    })
                    .harmless(each.harmless()));
        }
        aside(values);
    }

    /** Adds attacks instead of an Optional, which most library codecs write separately. */
    private void aside(List<Attack> values) {
        Message whole = encoded(new ArrayList<>(List.of(Optional.of("x"))));
        if (whole.bytes()[0] != WITH_ASIDE) {
            return;
        }
        byte[] bytes = whole.bytes();
        int end = 5 + (bytes[1] & 0xff) + ((bytes[2] & 0xff) << 8);
        for (Attack each : values) {
            if (each.form() == Form.BARE) {
                Map<Integer, Definition> definitions = new HashMap<>(numbered(whole));
                definitions.putAll(each.definitions());
                attacks.add(Attack.of("aside: " + each.name(), Form.IN_LIST, definitions, to -> {
                            to.writeByte(WITH_ASIDE);
                            int start = to.size();
                            to.writeInt(0);
                            to.writeByte(0);
                            each.write(to);
                            to.patchInt(start, to.size() - start - 4);
                            to.write(bytes, end, bytes.length - end);
                        })
                        .harmless(each.harmless()));
            }
        }
    }

    /** Returns a set whose only element looks small when the codec checks the value, and changes when it is written. */
    private static Object changedWhenWritten() {
        Inbox.Box box = new Inbox.Box();
        return new ArrayList<>(
                List.of(new HashSet<>(List.of(box)), new Inbox.Late(() -> box.content = HostileValues.sharedPairs())));
    }

    private static Object unlisted() {
        List<Object> constants = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            constants.add(CostlyStreams.Unlisted.FIRST);
        }
        return constants;
    }

    private void natively(String name, Supplier<Object> value) {
        for (Form form : List.of(Form.BARE, Form.IN_FIELD, Form.IN_LIST)) {
            Object wrapped = HostileValues.forms(value.get()).get(form);
            add("native " + name, form, encoded(wrapped));
        }
    }

    /** Adds a list of values of a class whose name the sender has replaced. */
    private void renamed() {
        List<Object> pairs = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            pairs.add(new Inbox.Pair(null, null));
        }
        Message honest = encoded(pairs);
        for (String name : List.of(
                "x".repeat(Definition.LONGEST),
                "[".repeat(254) + "L" + Inbox.Pair.class.getName() + ";",
                "[".repeat(253) + "Ljava.io.EOFException;",
                "java.util.regex.Pattern",
                "java.util.concurrent.atomic.AtomicBoolean",
                "java.lang.Thread",
                "[I")) {
            Map<Integer, Definition> definitions = new HashMap<>();
            numbered(honest).forEach((number, definition) -> {
                boolean pair =
                        new String(definition.content(), StandardCharsets.UTF_8).equals(Inbox.Pair.class.getName());
                definitions.put(
                        number, pair ? new Definition(Kind.SCHEMA, name.getBytes(StandardCharsets.UTF_8)) : definition);
            });
            if (!definitions.equals(numbered(honest))) {
                attacks.add(Attack.of(
                        "renamed to " + name.substring(0, Math.min(40, name.length())),
                        Form.IN_LIST,
                        definitions,
                        to -> write(honest, to)));
            }
        }
    }

    private Message encoded(@Nullable Object value) {
        return Message.encode(coder, UNLIMITED, value);
    }

    private void add(String name, Form form, Message message) {
        attacks.add(Attack.of(name, form, numbered(message), to -> write(message, to)));
    }

    private static void write(Message message, Out to) {
        to.write(message.bytes(), 0, message.bytes().length);
    }

    private static Map<Integer, Definition> numbered(Message message) {
        Map<Integer, Definition> numbered = new HashMap<>();
        for (int i = 0; i < message.definitions().size(); i++) {
            numbered.put(i, message.definitions().get(i));
        }
        return numbered;
    }
}
