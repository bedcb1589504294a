package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.Limits;
import dev.wherry.codec.DecodingBudget;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Definition;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes and records with more fields than anybody writes by hand. */
class WideClassesTest {
    @TempDir
    private Path folder;

    private static String fields(String field, int count, String between) {
        return IntStream.range(0, count).mapToObj(field::formatted).collect(Collectors.joining(between));
    }

    @Test
    void aClassOf1700FieldsArrives() throws ReflectiveOperationException {
        Class<?> wide = Compiled.load(
                folder, "Wide", "public class Wide { " + fields("public String field_number_%06d;", 1_700, " ") + " }");
        Object sent = wide.getConstructor().newInstance();
        Field last = wide.getField("field_number_001699");
        last.set(sent, "last");
        Object arrived = new Messages().send(sent, Object.class, Allowed.of(wide));
        assertThat(last.get(arrived)).isEqualTo("last");
        assertThat(wide.getField("field_number_000000").get(arrived)).isNull();
    }

    @Test
    void aRecordOfAsManyComponentsAsThereCanBeArrives() throws ReflectiveOperationException {
        Class<?> wide = Compiled.load(folder, "Row", "public record Row(" + fields("int c%d", 254, ", ") + ") {}");
        Object sent = wide.getConstructors()[0].newInstance(
                IntStream.range(0, 254).boxed().toArray());
        Messages messages = new Messages();
        for (int i = 0; i < 200; i++) {
            assertThat(messages.<Object>send(sent, Object.class, Allowed.of(wide)))
                    .isEqualTo(sent);
        }
    }

    @Test
    void aPackedSchemaThatIsNotWhatItSaysIsRefused() {
        byte[] schema = new byte[40_000];
        for (int i = 0; i < schema.length; i++) {
            schema[i] = (byte) (i * i >> 6);
        }
        byte[] packed = PackedSchema.pack(schema, "acme.Wide");
        assertThat(PackedSchema.unpack(packed)).isEqualTo(schema);
        byte[] cut = Arrays.copyOf(packed, packed.length - 9);
        byte[] large = packed.clone();
        large[1] = large[2] = large[3] = (byte) 0xff;
        byte[] garbage = packed.clone();
        Arrays.fill(garbage, 5, 60, (byte) 7);
        for (byte[] bad : new byte[][] {cut, large, garbage, {(byte) 0x80}}) {
            assertThatThrownBy(() -> Schema.of(
                            new Definition(Definition.Kind.SCHEMA, bad), new DecodingBudget(Limits.defaults(), 0)))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("Malformed");
        }
    }
}
