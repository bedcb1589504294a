package dev.wherry.mobility.internal.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PackedCodeTest {
    private final List<ClassBytes> files = IntStream.range(0, 20)
            .mapToObj(i -> Made.saying("acme.T" + i, "word ".repeat(i * 100)))
            .toList();
    private final List<Manifest.Entry> wanted =
            files.stream().map(Manifest.Entry::of).toList();

    @Test
    void unpacksWhatWasPackedAndIsMuchSmaller() {
        byte[] packed = PackedCode.pack(files);
        List<ClassBytes> unpacked = PackedCode.unpack(packed, wanted);
        assertThat(unpacked)
                .extracting(ClassBytes::name)
                .isEqualTo(files.stream().map(ClassBytes::name).toList());
        assertThat(unpacked)
                .extracting(ClassBytes::hash)
                .isEqualTo(files.stream().map(ClassBytes::hash).toList());
        assertThat((long) packed.length).isLessThan(Manifest.of(files).bytes() / 10);
    }

    @Test
    void packsNothing() {
        assertThat(PackedCode.unpack(PackedCode.pack(List.of()), List.of())).isEmpty();
    }

    @Test
    void refusesBytesThatDoNotMatchTheirHash() {
        ClassBytes other = Made.saying("acme.T", "two");
        Manifest.Entry entry = Manifest.Entry.of(Made.saying("acme.T", "one"));
        assertThatThrownBy(() -> PackedCode.unpack(PackedCode.pack(List.of(other)), List.of(entry)))
                .hasMessage(
                        "Class acme.T: the policy's rule 'as announced' refuses its content: it does not match its hash, "
                                + entry.hash().shown() + ", but has "
                                + other.hash().shown());
    }

    @Test
    void refusesFewerBytesAndMoreThanAnnounced() {
        byte[] fewer = PackedCode.pack(files.subList(0, 19));
        assertThatThrownBy(() -> PackedCode.unpack(fewer, wanted)).hasMessageContaining("ends after 0 of its");
        byte[] all = PackedCode.pack(files);
        assertThatThrownBy(() -> PackedCode.unpack(all, wanted.subList(0, 19)))
                .hasMessageContaining("beyond the classes that were asked for");
        byte[] trailing = Arrays.copyOf(all, all.length + 1);
        assertThatThrownBy(() -> PackedCode.unpack(trailing, wanted))
                .hasMessageContaining("beyond the classes that were asked for");
    }

    @Test
    void inflatesNoMoreOfABombThanWasAnnounced() {
        byte[] bomb = PackedCode.pack(List.of(ClassBytes.of("acme.T", new byte[256 << 20])));
        assertThat(bomb).hasSizeLessThan(1 << 20);
        Manifest.Entry small = new Manifest.Entry("acme.T", CodeHash.of(new byte[10_000]), 10_000);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> PackedCode.unpack(bomb, List.of(small)))
                .isInstanceOfSatisfying(
                        CallException.class, e -> assertThat(e.code()).isEqualTo(Code.REFUSED));
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1 << 20);
    }

    @Test
    void takesNoMemoryForWhatIsAnnouncedAndDoesNotCome() {
        Manifest.Entry large = new Manifest.Entry("acme.T", CodeHash.of(new byte[0]), Integer.MAX_VALUE);
        byte[] packed = PackedCode.pack(files);
        assertThatThrownBy(() -> PackedCode.unpack(packed, List.of(large))).hasMessageContaining("ends after");
    }

    @Test
    void refusesWhatWasCutOffOrChangedAnywhere() {
        byte[] packed = PackedCode.pack(files);
        for (int length = 0; length < packed.length; length++) {
            byte[] part = Arrays.copyOf(packed, length);
            assertThatThrownBy(() -> PackedCode.unpack(part, wanted)).isInstanceOf(CallException.class);
        }
        Random random = new Random(5);
        for (int i = 0; i < 2_000; i++) {
            byte[] changed = packed.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                List<ClassBytes> unpacked = PackedCode.unpack(changed, wanted);
                assertThat(Manifest.of(unpacked)).isEqualTo(Manifest.of(files));
            } catch (CallException e) {
                assertThat(e.code()).isIn(Code.REFUSED, Code.CODEC);
            } catch (RuntimeException e) {
                fail("change " + i, e);
            }
        }
    }
}
