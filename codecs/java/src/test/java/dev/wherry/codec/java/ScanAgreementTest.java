package dev.wherry.codec.java;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.testsupport.Share;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@link StreamScan} and the object stream read the same objects from the same bytes. */
class ScanAgreementTest {
    private static final HexFormat HEX = HexFormat.of();
    /** The message of the reader when the two end at different positions. */
    private static final String DISAGREEMENT = "reads otherwise than it was checked";

    private static final List<byte[]> DESCRIPTORS = Stream.of(
                    LocalDate.class,
                    ArrayList.class,
                    AtomicBoolean.class,
                    Base.class,
                    Zoo.ByHand.class,
                    Zoo.External.class,
                    Zoo.Point.class,
                    Zoo.Colour.class,
                    Enum.class,
                    Throwable.class,
                    Number.class)
            .map(ScanAgreementTest::descriptor)
            .toList();

    private static final List<byte[]> DATA = Stream.of(
                    "", "78", "770178" + "78", "7078", "00000000", "00000000" + "70", "740001" + "78")
            .map(HEX::parseHex)
            .toList();

    private final TypeClosure types = TypeClosure.of(Values.class, EndpointOptions.defaults());
    private final Coder open = new JavaCodec().coder(new Declared(Object.class, "parameter 'it'"), types);

    interface Values {
        Fickle fickle(Zoo.Child child, Zoo.ByHand hand, Zoo.ByDefault byDefault, Zoo.External external, Zoo.Line line);

        Denied denied(Failure failure);

        PassedStreamTest.ByHelper passed(
                PassedStreamTest.ByInterface byInterface,
                PassedStreamTest.ByHandInBase byHand,
                PassedStreamTest.Empty empty);

        Heir heir(Zoo.Colour colour, Zoo.Period period, PublicReader reader, RecordWithReader record, Late late);
    }

    static class Base implements Serializable {
        static int made;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            made++;
        }
    }

    static class Heir extends Base {
        int number = 1;
    }

    static class Denied extends Exception implements Externalizable {
        String who = "";

        public Denied() {}

        Denied(String who) {
            this.who = who;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeUTF(who);
            out.writeObject(List.of(who));
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            who = in.readUTF() + in.readObject();
        }
    }

    record Failure(Denied denied, String next) implements Serializable {}

    /** Asks for its fields or not, as it likes. */
    static class Fickle implements Serializable {
        static boolean asks = true;
        String text = "text";

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeObject("more");
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            if (asks) {
                in.defaultReadObject();
            }
            in.readObject();
        }
    }

    /** Its method is not private, and so none of serialization's. */
    static class PublicReader implements Serializable {
        String text = "text";

        public void readObject(ObjectInputStream in) {
            throw new IllegalStateException("not called: " + in);
        }
    }

    record RecordWithReader(String text) implements Serializable {
        private void readObject(ObjectInputStream in) {
            throw new IllegalStateException("not called: " + in);
        }
    }

    /** Reads on where it has written nothing. */
    static class Late implements Serializable {
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.readObject();
        }
    }

    /** As the other codecs carry it: in a stream of its own. */
    private Object decodeAlone(byte[] stream) {
        byte[] message = HostileStream.message(stream);
        return new StreamForm()
                .read(new Message().decoding(Arrays.copyOfRange(message, 1, message.length)), types, Object.class);
    }

    private Object decode(byte[] stream) {
        return open.decode(new Message().decoding(HostileStream.message(stream)));
    }

    private void refuses(byte[] stream, String why) {
        assertThatThrownBy(() -> decode(stream))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(why);
    }

    private static byte[] joined(byte[]... parts) {
        StringBuilder hex = new StringBuilder();
        for (byte[] part : parts) {
            hex.append(HEX.formatHex(part));
        }
        return HEX.parseHex(hex);
    }

    private static byte[] descriptor(Class<?> type) {
        return HostileStream.of(ObjectStreamClass.lookup(type));
    }

    /** An object whose class says that it extends one that it does not. */
    private static byte[] withSuperclass(byte[] object, byte[] superclass, byte[] data) {
        String hex = HEX.formatHex(object);
        int end = hex.indexOf("7870") + 2;
        return joined(HEX.parseHex(hex.substring(0, end)), superclass, data, HEX.parseHex(hex.substring(end + 2)));
    }

    @Test
    void refusesASuperclassThatTheClassDoesNotHave() {
        byte[] hidden = HostileStream.of(new HashSet<>(Set.of("smuggled")));
        for (Class<?> superclass : List.of(LocalDate.class, Zoo.ByHand.class, ArrayList.class, AtomicBoolean.class)) {
            byte[] block = joined(HEX.parseHex("7a0000%04x".formatted(hidden.length)), hidden, HEX.parseHex("78"));
            refuses(
                    withSuperclass(HostileStream.of(new AtomicBoolean(true)), descriptor(superclass), block),
                    "extends " + superclass.getName());
        }
    }

    @Test
    void makesNoObjectOfASuperclass() {
        assertThat(decode(HostileStream.of(new Heir()))).isInstanceOf(Heir.class);
        int before = Base.made;
        refuses(HostileStream.of(new Base()), "Base may not travel");
        refuses(HostileStream.of(new Object[] {new Heir(), new Base()}), "Base may not travel");
        refuses(HostileStream.of(new Object[] {Heir.class, new Base()}), "Base may not travel");
        assertThat(Base.made).isLessThanOrEqualTo(before + 1);
    }

    /** An object's field that is said to be an int would be four bytes for the stream and an object for the scan. */
    @Test
    void refusesAFieldWhoseTypeIsNotOfItsKind() {
        String hex = HEX.formatHex(HostileStream.of(new PublicReader()));
        String name = HEX.formatHex("Ljava/lang/String;".getBytes(StandardCharsets.US_ASCII));
        assertThat(hex).contains("740012" + name);
        refuses(HEX.parseHex(hex.replace("740012" + name, "740001" + "49")), "of another");
        refuses(HEX.parseHex(hex.replace("740012" + name, "740012" + name.replaceFirst("4c", "5b"))), "of another");
    }

    @Test
    void refusesTheFormOfAnotherVersionOfAClass() {
        String hex = HEX.formatHex(HostileStream.of(new PublicReader()));
        String flags = "02000" + "14c";
        assertThat(hex).contains(flags);
        for (String other : List.of("00", "04", "0c", "12", "08", "06")) {
            refuses(HEX.parseHex(hex.replace(flags, other + flags.substring(2))), "serialized in another way");
        }
    }

    @Test
    void readsClassesWhoseMethodIsNoneOfSerializations() {
        assertThat(((PublicReader) decode(HostileStream.of(new PublicReader()))).text)
                .isEqualTo("text");
        RecordWithReader sent = new RecordWithReader("of a record");
        assertThat(decode(HostileStream.of(sent))).isEqualTo(sent);
    }

    @Test
    void readsAnExternalizableThatExtendsASerializableClass() {
        Message message = new Message();
        open.encode(new Failure(new Denied("ann"), "next"), message.encoding());
        assertThat(open.decode(message.decoding())).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.denied.who).isEqualTo("ann[ann]");
            assertThat(failure.next).isEqualTo("next");
        });
    }

    /** As other codecs hold it. */
    @Test
    void checksASingleValueInSerialForm() {
        byte[] wrong = withSuperclass(
                HostileStream.of(new AtomicBoolean(true)), descriptor(ArrayList.class), HEX.parseHex("0000000078"));
        assertThatThrownBy(() -> decodeAlone(wrong))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("extends java.util.ArrayList");
    }

    @Test
    void refusesAClassThatReadsOtherwiseThanItsCodeTells() {
        byte[] stream = HostileStream.of(new Object[] {new Fickle(), "next"});
        assertThat((Object[]) decode(stream)).hasSize(2);
        Fickle.asks = false;
        try {
            refuses(stream, DISAGREEMENT);
        } finally {
            Fickle.asks = true;
        }
        refuses(HostileStream.of(new Object[] {new Late(), "next", "last"}), DISAGREEMENT);
    }

    private static List<byte[]> samples() {
        List<Object> values = List.of(
                new Heir(),
                new Zoo.Child(),
                new Zoo.Line(new Zoo.Point(1, 2), new Zoo.Point(3, 4), "name"),
                new ArrayList<>(List.of(new Zoo.ByHand(1, "one"), new Zoo.ByDefault(), new Zoo.External("x"))),
                new Object[] {new Zoo.Period(3), new PublicReader(), new RecordWithReader("r"), new int[] {1, 2}},
                new HashSet<>(Set.of(List.of("a", "b"), "c")),
                new TreeMap<>(Map.of("a", new AtomicBoolean(true), "b", LocalDate.EPOCH)),
                new LinkedBlockingQueue<>(List.of("first", ZonedDateTime.parse("2026-11-26T08:00:00Z"))),
                new Object[] {new PassedStreamTest.ByHelper(), new PassedStreamTest.ByInterface()},
                List.of(new PassedStreamTest.ByHandInBase(), new PassedStreamTest.Empty()),
                new Object[] {EnumSet.allOf(Zoo.Colour.class), Zoo.Colour.RED, String.class, Zoo.Point[].class},
                new IllegalStateException("message", new IOException("cause")));
        return values.stream().map(HostileStream::of).toList();
    }

    private static byte[] mutated(byte[] bytes, List<byte[]> blocks, Random random) {
        byte[] mutant = bytes;
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            mutant = changed(mutant, blocks, random);
        }
        return mutant;
    }

    private static byte[] changed(byte[] bytes, List<byte[]> blocks, Random random) {
        byte[] mutant = bytes.clone();
        int at = random.nextInt(mutant.length);
        byte[] block = blocks.get(random.nextInt(blocks.size()));
        switch (random.nextInt(6)) {
            case 0 -> mutant[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> mutant[at] = (byte) (0x70 + random.nextInt(14)); // another tag
            case 2 -> { // another superclass, with data that suit one of the ways to read it
                int begin = next(mutant, at, 0x78) + 1;
                byte[] superclass = DESCRIPTORS.get(random.nextInt(DESCRIPTORS.size()));
                byte[] data = DATA.get(random.nextInt(DATA.size()));
                return spliced(mutant, begin, Math.min(1, mutant.length - begin), joined(superclass, data));
            }
            case 3 -> {
                int begin = next(mutant, at, 0x70 + random.nextInt(5));
                return spliced(mutant, begin, Math.min(1, mutant.length - begin), block);
            }
            case 4 -> {
                return spliced(
                        mutant, at, Math.min(random.nextInt(6), mutant.length - at), new byte[random.nextInt(6)]);
            }
            default -> mutant[at] = (byte) random.nextInt(24); // flags, numbers and lengths
        }
        return mutant;
    }

    private static int next(byte[] bytes, int from, int value) {
        int at = from;
        while (at < bytes.length - 1 && bytes[at] != value) {
            at++;
        }
        return at;
    }

    private static byte[] spliced(byte[] bytes, int at, int without, byte[] block) {
        return joined(Arrays.copyOf(bytes, at), block, Arrays.copyOfRange(bytes, at + without, bytes.length));
    }

    private static boolean reads(Function<byte[], @Nullable Object> decoder, byte[] mutant, String where) {
        try {
            Object unused = decoder.apply(mutant);
            return true;
        } catch (CodecException e) {
            if (String.valueOf(e.getMessage()).contains(DISAGREEMENT)) {
                fail(where, e);
            }
            return false;
        }
    }

    private void fuzz(long seed, int rounds) {
        Random random = new Random(seed);
        List<byte[]> samples = samples();
        List<byte[]> blocks = new ArrayList<>(DESCRIPTORS);
        blocks.addAll(samples);
        int values = 0;
        for (int round = 0; round < rounds; round++) {
            byte[] mutant = mutated(samples.get(random.nextInt(samples.size())), blocks, random);
            String where = "seed " + seed + ", round " + round + ": " + HEX.formatHex(mutant);
            boolean read = reads(this::decode, mutant, where);
            assertThat(reads(this::decodeAlone, mutant, where))
                    .as("read alone, %s", where)
                    .isEqualTo(read);
            values += read ? 1 : 0;
        }
        assertThat(values).isPositive();
    }

    @Test
    void seesWhatTheObjectStreamReads() {
        fuzz(20261126, 10_000);
    }

    @Test
    @Tag("long")
    void seesWhatTheObjectStreamReadsForManySeeds() {
        Share.seeds(1, 40).forEach(seed -> fuzz(seed, 100_000));
    }
}
