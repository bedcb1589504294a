package dev.wherry.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.In;
import dev.wherry.spi.Out;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** References that are not read, that are too many, or that their release has overtaken. */
final class ReferenceListTest {
    private final ExportTable exports = new ExportTable(
            new Identities(new Identities.Owner() {
                @Override
                public Id128 newIdentity() {
                    return new Id128(1, 2);
                }

                @Override
                public void unreferenced(Object object) {}
            }),
            3,
            () -> 0);

    @Test
    void standsBehindTheBodyAndCountsEachObject() {
        Exported one = exports.add("one", null, 0);
        Exported two = exports.add("two", null, 0);
        Out out = new Out(64);
        out.size(60);
        ReferenceList.write(List.of(one, two, one), out);
        In body = new In(out.copy());
        assertThat(ReferenceList.cut(body)).isEqualTo(Map.of(one.id(), 2, two.id(), 1));
        assertThat(body.remaining()).isEqualTo(60);
    }

    @Test
    void isRefusedIfTheBodyHasNoRoomForSoManyReferences() {
        Out out = new Out(64);
        out.size(59);
        Exported one = exports.add("one", null, 0);
        ReferenceList.write(List.of(one, one, one), out);
        assertThatThrownBy(() -> ReferenceList.cut(new In(out.copy()))).isInstanceOf(CodecException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void isCutOffOrRefusedWhateverStandsThere(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes = new byte[random.nextInt(80)];
            random.nextBytes(bytes);
            if (bytes.length > 4 && random.nextBoolean()) {
                bytes[bytes.length - 4] = (byte) random.nextInt(bytes.length);
                bytes[bytes.length - 3] = bytes[bytes.length - 2] = bytes[bytes.length - 1] = 0;
            }
            In body = new In(bytes);
            try {
                int listed = ReferenceList.cut(body).values().stream()
                        .mapToInt(Integer::intValue)
                        .sum();
                assertThat(listed * 20).isLessThanOrEqualTo(body.remaining());
            } catch (CodecException e) {
                assertThat(e).hasMessageNotContaining("null");
            }
        }
    }

    @Test
    void limitsWhatAPeerRefersTo() {
        Exported one = exports.add("one", null, 0);
        exports.add("two", null, 0);
        exports.add("three", null, 0);
        CallException refused = catchThrowableOfType(CallException.class, () -> exports.add("four", null, 0));
        assertThat(refused.code()).isEqualTo(Code.REFUSED);
        assertThat(refused).hasMessageContaining("'references'");
        assertThat(exports.add("one", null, 0)).as("what it refers to already").isSameAs(one);
        exports.release(one.id(), 2);
        assertThat(exports.add("four", null, 0).id()).isPositive();
    }

    @Test
    void findsAReturnedObjectThoughItsReleaseWasFaster() {
        Exported one = exports.add("one", null, 0);
        exports.release(one.id(), 1);
        assertThat(exports.find(one.id())).as("for calls").isNull();
        assertThat(exports.home(one.id()).target()).isSameAs("one");
        assertThat(exports.find((Object) "one")).isNull();
    }

    @Test
    void leavesReleasedObjectsToTheCollector() throws Exception {
        Object target = new Object();
        WeakReference<Object> watched = new WeakReference<>(target);
        Exported one = exports.add(target, null, 0);
        long id = one.id();
        exports.release(id, 1);
        one = null;
        target = null;
        for (int i = 0; i < 1_000 && watched.get() != null; i++) {
            System.gc();
            Thread.sleep(5);
        }
        assertThat(watched.get()).isNull();
        assertThat(exports.home(id)).isNull();
    }

    @Test
    void remembersALimitedNumberOfReleasedObjects() {
        Exported first = exports.add("first", null, 0);
        exports.release(first.id(), 1);
        Exported last = first;
        for (int i = 0; i < 1_024; i++) {
            last = exports.add("next", null, 0);
            exports.release(last.id(), 1);
        }
        assertThat(exports.home(first.id())).isNull();
        assertThat(exports.home(last.id()).target()).isSameAs("next");
        exports.close();
        assertThat(exports.home(last.id())).isNull();
    }
}
