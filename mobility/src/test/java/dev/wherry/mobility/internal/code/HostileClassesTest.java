package dev.wherry.mobility.internal.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.testsupport.Share;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.StringAssert;
import org.assertj.core.presentation.StandardRepresentation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** For any bytes a check admits them or throws a CallException. */
class HostileClassesTest {
    private static void check(ClassBytes file) {
        ClassCheckTest.checkAll(MobilityPolicy.acceptAnyone(), file);
    }

    @Test
    void refusesAClassFileCutOffAnywhere() throws IOException {
        ClassBytes whole = ClassCheckTest.compiled(StringAssert.class);
        check(whole);
        for (int length = 0; length < whole.bytes().length; length++) {
            ClassBytes part = ClassBytes.of(whole.name(), Arrays.copyOf(whole.bytes(), length));
            assertThatThrownBy(() -> check(part))
                    .as("%d bytes of %d", length, whole.bytes().length)
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(Code.CODEC));
        }
    }

    @Test
    void refusesWhatIsNoClassFile() {
        for (String text : List.of("x", "\u00ca\u00fe\u00ba\u00be", "PK and so on", "x".repeat(10_000))) {
            byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
            assertThatThrownBy(() -> check(ClassBytes.of("acme.T", bytes)))
                    .hasMessageStartingWith("Class acme.T is not a class file: ")
                    .isInstanceOfSatisfying(
                            CallException.class, e -> assertThat(e.code()).isEqualTo(Code.CODEC));
        }
    }

    @Test
    void changedBytesAreLetInOrRefused() throws IOException {
        change(2_000, 7);
    }

    @Test
    @Tag("long")
    void manyChangedBytesAreLetInOrRefused() {
        Share.seeds(100, 10).forEach(seed -> {
            try {
                change(20_000, seed);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
    }

    private void change(int times, long seed) throws IOException {
        Random random = new Random(seed);
        List<ClassBytes> files = List.of(
                ClassCheckTest.compiled(StringAssert.class),
                ClassCheckTest.compiled(StandardRepresentation.class),
                ClassCheckTest.compiled(Test.class),
                ClassCheckTest.annotated(8));
        int refused = 0;
        for (int i = 0; i < times; i++) {
            ClassBytes file = files.get(random.nextInt(files.size()));
            byte[] bytes = file.bytes().clone();
            for (int changes = random.nextInt(1, 5); changes > 0; changes--) {
                int at = random.nextInt(bytes.length);
                switch (random.nextInt(3)) {
                    case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                    case 1 -> bytes[at] = (byte) random.nextInt();
                    default -> bytes[at] = bytes[random.nextInt(bytes.length)];
                }
            }
            try {
                check(ClassBytes.of(file.name(), bytes));
            } catch (CallException e) {
                refused++;
            } catch (Throwable e) {
                fail("seed " + seed + ", change " + i + " of " + file.name(), e);
            }
        }
        assertThat(refused).isPositive().isLessThan(times);
    }

    /** These would not throw anything when defined, but end the process. */
    @Test
    void refusesAnnotationsNestedByTheHundredThousand() throws IOException {
        ClassBytes deep = deeplyAnnotated(300_000);
        assertThatThrownBy(() -> check(deep)).isInstanceOf(CallException.class);
    }

    private static ClassBytes deeplyAnnotated(int depth) throws IOException {
        byte[] plain = Made.file("acme.T", content -> {
                    content.constantPool().utf8Entry("RuntimeVisibleAnnotations");
                    content.constantPool().utf8Entry("Lacme/Noted;");
                    content.constantPool().utf8Entry("value");
                })
                .bytes();
        ClassModel model = ClassFile.of().parse(plain);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(plain, 0, plain.length - Short.BYTES);
            out.writeShort(1);
            out.writeShort(index(model, "RuntimeVisibleAnnotations"));
            out.writeInt(4 * Short.BYTES + 3 * depth + 3);
            out.writeShort(1);
            out.writeShort(index(model, "Lacme/Noted;"));
            out.writeShort(1);
            out.writeShort(index(model, "value"));
            for (int i = 0; i < depth; i++) {
                out.writeByte('[');
                out.writeShort(1);
            }
            out.writeByte('s');
            out.writeShort(index(model, "value"));
        }
        return ClassBytes.of("acme.T", bytes.toByteArray());
    }

    private static int index(ClassModel model, String text) {
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof Utf8Entry utf8 && utf8.equalsString(text)) {
                return entry.index();
            }
        }
        throw new AssertionError(text);
    }
}
