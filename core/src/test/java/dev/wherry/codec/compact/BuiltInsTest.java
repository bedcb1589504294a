package dev.wherry.codec.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.EndpointOptions;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Types;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
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
        Set<BuiltInCodec> all = new HashSet<>();
        int count = 0;
        try {
            for (; ; count++) {
                assertThat(all.add(BuiltInCodecs.at(count)))
                        .as("ordinal %d", count)
                        .isTrue();
            }
        } catch (CodecException e) {
            assertThat(e).hasMessageContaining("built-in class " + count);
        }
        assertThat(count).isGreaterThan(72);
        assertThatThrownBy(() -> BuiltInCodecs.at(Integer.MAX_VALUE)).isInstanceOf(CodecException.class);
    }

    /** Sent by codec java as lists. */
    private static final Set<Class<?>> QUEUES = Set.of(
            LinkedBlockingQueue.class,
            LinkedBlockingDeque.class,
            PriorityBlockingQueue.class,
            LinkedTransferQueue.class);

    /** One table says which values of the JDK travel in every call; these forms are for its values and for no others. */
    @Test
    void areTheValuesThatTravelInEveryCall() {
        Types types = TypeClosure.of(Runnable.class, EndpointOptions.defaults());
        List<Class<?>> made = new ArrayList<>();
        for (int ordinal = 0; ordinal < count(); ordinal++) {
            BuiltInCodec form = BuiltInCodecs.at(ordinal);
            boolean isPublicValue = !Modifier.isAbstract(form.type.getModifiers()) && !QUEUES.contains(form.type);
            if (isPublicValue && !form.isRegistered()) {
                made.add(form.type);
            }
            if (form.isRegistered()) {
                assertThat(types.allows(form.type)).as(form.type.getName()).isFalse();
            }
        }
        assertThat(made).hasSizeGreaterThan(60).allMatch(types::allows);
    }

    /** The number of the form for values of a class. */
    static int ordinal(Class<?> type) {
        for (int ordinal = 0; ; ordinal++) {
            if (BuiltInCodecs.at(ordinal).type == type) {
                return ordinal;
            }
        }
    }

    private static int count() {
        for (int count = 0; ; count++) {
            try {
                BuiltInCodecs.at(count);
            } catch (CodecException e) {
                return count;
            }
        }
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
        assertThat(BuiltInCodecs.of(type)).isNotNull();
    }

    @Test
    void areFoundByTheJdksOwnSubclasses() {
        assertThat(BuiltInCodecs.of(EnumSet.allOf(TimeUnit.class).getClass()))
                .isSameAs(BuiltInCodecs.of(EnumSet.class));
        assertThat(BuiltInCodecs.of(ZoneId.of("Europe/Paris").getClass())).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(classes = {Pair.class, Object.class, Exception.class, Runnable.class, BuiltInsTest.class})
    void areNotWhatAUserMadeOrWhatSaysNothing(Class<?> type) {
        assertThat(BuiltInCodecs.of(type)).isNull();
    }
}
