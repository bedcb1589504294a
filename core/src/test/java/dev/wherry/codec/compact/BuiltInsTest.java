package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.spi.CodecException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BuiltInsTest {
    private record Pair(String getKey, String getValue) implements Map.Entry<String, String> {
        @Override
        public String setValue(String value) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void haveEachAnOrdinalWithoutAGap() {
        Set<BuiltIn> all = new HashSet<>();
        int count = 0;
        try {
            for (; ; count++) {
                assertThat(all.add(BuiltIns.at(count))).as("ordinal %d", count).isTrue();
            }
        } catch (CodecException e) {
            assertThat(e).hasMessageContaining("built-in class " + count);
        }
        assertThat(count).isGreaterThan(72);
        assertThatThrownBy(() -> BuiltIns.at(Integer.MAX_VALUE)).isInstanceOf(CodecException.class);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Integer.class,
                int[].class,
                String[].class,
                ArrayList.class,
                AbstractMap.SimpleEntry.class,
                LocalDate.class,
                UUID.class,
                BigDecimal.class
            })
    void areFoundByTheirClass(Class<?> type) {
        assertThat(BuiltIns.of(type)).isNotNull();
    }

    @Test
    void areFoundByTheJdksOwnSubclasses() {
        assertThat(BuiltIns.of(EnumSet.allOf(TimeUnit.class).getClass())).isSameAs(BuiltIns.of(EnumSet.class));
        assertThat(BuiltIns.of(ZoneId.of("Europe/Paris").getClass())).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(classes = {Pair.class, Object.class, Exception.class, Runnable.class, BuiltInsTest.class})
    void areNotWhatAUserMadeOrWhatSaysNothing(Class<?> type) {
        assertThat(BuiltIns.of(type)).isNull();
    }
}
