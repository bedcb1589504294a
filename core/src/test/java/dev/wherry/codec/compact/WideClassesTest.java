package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.spi.CodecException;
import java.lang.reflect.Field;
import java.nio.file.Path;
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
    void aClassOf1400FieldsArrives() throws ReflectiveOperationException {
        Class<?> wide = Compiled.load(
                folder, "Wide", "public class Wide { " + fields("public String field_number_%06d;", 1_400, " ") + " }");
        Object sent = wide.getConstructor().newInstance();
        Field last = wide.getField("field_number_001399");
        last.set(sent, "last");
        Object arrived = new Messages().send(sent, Object.class, Allowed.of(wide));
        assertThat(last.get(arrived)).isEqualTo("last");
        assertThat(wide.getField("field_number_000000").get(arrived)).isNull();
    }

    @Test
    void aClassOfMoreFieldsThanADefinitionCanNameIsRefused() {
        Class<?> wide = Compiled.load(
                folder, "Wide", "public class Wide { " + fields("public String field_number_%06d;", 1_700, " ") + " }");
        assertThatThrownBy(
                        () -> new Messages().send(wide.getConstructor().newInstance(), Object.class, Allowed.of(wide)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Wide has so many fields")
                .hasMessageContaining("Split the class");
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
}
