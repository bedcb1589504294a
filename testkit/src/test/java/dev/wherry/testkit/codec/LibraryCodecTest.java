package dev.wherry.testkit.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.codec.library.Lent;
import dev.wherry.codec.library.Library;
import dev.wherry.codec.library.LibraryCodec;
import dev.wherry.codec.library.Reading;
import dev.wherry.codec.library.Shapes;
import dev.wherry.codec.library.Writing;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.Codec.Declared;
import dev.wherry.spi.CodecException;
import dev.wherry.testkit.sample.Item;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Limits and checks that apply to a library, whatever it reads and writes. */
class LibraryCodecTest {
    private static final byte[] BYTES = {1, 2, 3, 4};

    /** A library that a test implements with two lambdas. */
    private record Scripted(Writer writer, Reader reader) implements Library {
        /** Writes a value. The bytes in the message are always the same. */
        private interface Writer {
            void write(Object value, Writing to);
        }

        /** Reads a value. */
        private interface Reader {
            Object read(Reading from) throws Throwable;
        }

        @Override
        public void write(Object value, Writing to) {
            writer.write(value, to);
            to.done(BYTES, 0, BYTES.length);
        }

        @Override
        public Object read(Reading from) throws Throwable {
            assertThat(from.length()).isEqualTo(BYTES.length);
            return reader.read(from);
        }
    }

    private static Coder coder(Scripted.Writer writer, Scripted.Reader reader) {
        return coder(new Scripted(writer, reader));
    }

    private static Coder coder(Library library) {
        return new LibraryCodec("scripted", Set.of()) {
            @Override
            protected Library library(Shapes shapes) {
                return library;
            }
        }.coder(new Declared(Object.class, "here"), new AllowedTypes(Values.class, false));
    }

    private static Object carried(Coder coder, Object value, Object... exported) {
        return Message.encode(coder, value, exported).arrived().decode(coder);
    }

    private static void nothing(Object value, Writing to) {}

    @Test
    void returnsSeparateValuesInOrder() {
        Coder coder =
                coder((value, to) -> ((List<?>) value).forEach(to::aside), from -> List.of(from.aside(), from.aside()));
        assertThat(carried(coder, List.of(Optional.of("a"), Optional.empty())))
                .isEqualTo(List.of(Optional.of("a"), Optional.empty()));
    }

    @Test
    void refusesSeparateValuesThatAreNotRead() {
        Coder coder = coder((value, to) -> ((List<?>) value).forEach(to::aside), Reading::aside);
        assertThatThrownBy(() -> carried(coder, List.of(Optional.of("a"), Optional.of("b"))))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("more aside");
    }

    @Test
    void readsDeepValuesAgainButTheirReferencesOnce() {
        AtomicBoolean deep = new AtomicBoolean();
        Item item = () -> "item";
        Coder coder = coder((value, to) -> to.aside(item), from -> {
            Object reference = from.aside();
            if (from.depth() <= 100) {
                throw new IllegalStateException(from.tooDeep()); // as libraries wrap unknown exceptions
            }
            deep.set(true);
            return reference;
        });
        assertThat(carried(coder, List.of(), item)).isSameAs(item);
        assertThat(deep).isTrue();
    }

    /**
     * A peer cannot make this side create a library for each invalid message, nor keep one that its messages have
     * filled.
     */
    @Test
    void reusesALibraryAfterAFailure() {
        List<Throwing> made = new ArrayList<>();
        Lent lent = new Lent(_ -> {
            made.add(new Throwing());
            return made.getLast();
        });
        Coder coder = coder(lent);
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> carried(coder, List.of())).hasMessageContaining("never read");
        }
        assertThat(made).hasSize(1);
        made.getFirst().residue = Long.MAX_VALUE;
        assertThatThrownBy(() -> carried(coder, List.of())).hasMessageContaining("never read");
        assertThatThrownBy(() -> carried(coder, List.of())).hasMessageContaining("never read");
        assertThat(made).as("libraries after one that retained too much").hasSize(2);
        made.getLast().failure = new IllegalStateException(new LinkageError("half done"));
        assertThatThrownBy(() -> carried(coder, List.of())).hasMessageContaining("half done");
        assertThatThrownBy(() -> carried(coder, List.of())).hasMessageContaining("never read");
        assertThat(made).as("libraries after an error").hasSize(3);
    }

    /** A library whose read always fails. */
    private static final class Throwing implements Lent.Single {
        private Throwable failure = CodecException.malformed("what is never read");
        private long residue;

        @Override
        public void write(Object value, Writing to) {
            to.done(BYTES, 0, BYTES.length);
        }

        @Override
        public Object read(Reading from) throws Throwable {
            throw failure;
        }

        @Override
        public long residue() {
            return residue;
        }
    }

    @Test
    void refusesLengthsThatExceedTheBytes() {
        assertThat(carried(coder(LibraryCodecTest::nothing, from -> from.room(1000)), List.of()))
                .isEqualTo(1000);
        for (int length : List.of(-1, 1 << 20, Integer.MAX_VALUE)) {
            assertThatThrownBy(() -> carried(coder(LibraryCodecTest::nothing, from -> from.room(length)), List.of()))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("a length of");
        }
    }

    @Test
    void refusesSharedKeysThatAreTooExpensiveToHash() {
        Coder coder = coder(LibraryCodecTest::nothing, from -> {
            Set<Object> set = new HashSet<>();
            for (int i = 0; i < 60; i++) {
                Set<Object> around = new HashSet<>();
                from.fill(around, new Object[] {List.of(set, i), List.of(set)});
                set = around;
            }
            return set;
        });
        assertThatThrownBy(() -> carried(coder, List.of()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("graphObjects");
    }

    @Test
    void refusesExpensiveKeysInSeparateValues() {
        Object entry = "end";
        for (int i = 0; i < 60; i++) {
            entry = new AbstractMap.SimpleEntry<>(entry, entry);
        }
        List<Object> list = new ArrayList<>(List.of(entry)); // no encoder writes such an entry separately
        Coder coder = coder((value, to) -> to.aside(list), from -> {
            Set<Object> set = new HashSet<>();
            from.fill(set, new Object[] {from.aside()});
            return set;
        });
        assertThatThrownBy(() -> carried(coder, List.of()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("graphObjects");
    }

    @Test
    void fillsSetsWhenReadUnlessThereIsACycle() {
        Coder coder = coder(LibraryCodecTest::nothing, from -> {
            Set<Object> set = new HashSet<>();
            from.fill(set, new Object[] {"a"});
            return List.of(set.size(), set);
        });
        assertThat(carried(coder, List.of())).isEqualTo(List.of(1, Set.of("a")));
        List<Object> self = new ArrayList<>();
        self.add(self);
        assertThat(carried(coder, self)).isEqualTo(List.of(0, Set.of("a")));
    }

    /** An object that copies the block of bytes that it has written. */
    public static final class Copying implements Externalizable {
        public Copying() {}

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.write(BYTES);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            in.readFully(new byte[BYTES.length]);
        }
    }

    @Test
    void refusesABlockOfBytesThatTwoObjectsShare() {
        for (boolean shared : List.of(true, false)) {
            Coder coder = coder(LibraryCodecTest::nothing, from -> {
                from.fill(new Copying(), new Object[] {BYTES});
                from.fill(new Copying(), new Object[] {shared ? BYTES : BYTES.clone()});
                return "read";
            });
            if (shared) {
                assertThatThrownBy(() -> carried(coder, List.of()))
                        .isInstanceOf(CodecException.class)
                        .hasMessageContaining("two objects");
            } else {
                assertThat(carried(coder, List.of())).isEqualTo("read");
            }
        }
    }

    @Test
    void wrapsAllExceptionsOfALibrary() {
        for (Throwable thrown : List.of(new IllegalStateException("why"), new StackOverflowError("why"))) {
            Coder coder = coder(LibraryCodecTest::nothing, from -> {
                throw thrown;
            });
            assertThatThrownBy(() -> carried(coder, List.of()))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("here")
                    .hasRootCauseMessage("why");
        }
    }
}
