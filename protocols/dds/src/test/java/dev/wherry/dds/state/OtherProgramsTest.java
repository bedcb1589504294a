package dev.wherry.dds.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.dds.DataSpace;
import dev.wherry.dds.Key;
import dev.wherry.dds.SharedState;
import dev.wherry.dds.StateOptions;
import dev.wherry.dds.rpc.Services;
import dev.wherry.dds.types.Representation;
import dev.wherry.testsupport.Polling;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs that read and write the topic of a state without this module's rules. */
@NullMarked
class OtherProgramsTest {
    /** A value that refuses some contents. */
    public record Level(@Key String tank, double litres) {
        public Level {
            if (litres < 0) {
                throw new IllegalArgumentException("negative");
            }
        }
    }

    /** The same type for a program that checks nothing. */
    public static final class Unchecked {
        /** See {@link OtherProgramsTest.Level}. */
        public record Level(@Key String tank, double litres) {}
    }

    private final int domain = Services.domain();
    private final String name = Services.name();
    private final DataSpace space =
            DataSpace.join("dds://" + domain, Services.dds().build());

    private SharedState<Level> open(StateOptions.Builder options) {
        return space.state(name, Level.class, options.build());
    }

    @AfterEach
    void close() {
        space.close();
    }

    @ParameterizedTest
    @EnumSource
    void readAndWriteAState(Representation representation) throws Exception {
        SharedState<Level> state = open(StateOptions.builder().keptByAll());
        state.put(new Level("north", 1));
        try (OtherProgram<Level> other = new OtherProgram<>(domain, name, Level.class, representation)) {
            assertThat(other.readUntil(new Level("north", 1))).containsExactly(new Level("north", 1));
            other.awaitReaders(1);
            other.write(new Level("south", 2));
            other.write(new Level("west", 2));
            other.write(new Level("north", 3));
            Polling.until(
                    "its values arrive",
                    () -> state.size() == 3 && state.get("north").orElseThrow().litres() == 3);
            other.dispose(new Level("west", 0));
            Polling.until("its removal arrives", () -> state.size() == 2);
        }
        state.put(new Level("east", 4));
        // The state offers what has changed a little later, so that the first of these may still get what was there
        // before.
        AtomicReference<List<Object>> values = new AtomicReference<>(List.of());
        Polling.until("a program that joins is not offered what was removed", () -> {
            values.set(offered(representation));
            return !values.get().contains(new Level("west", 2));
        });
        assertThat(values.get().lastIndexOf(new Level("north", 3)))
                .isGreaterThan(values.get().indexOf(new Level("north", 1)));
    }

    /** Returns what a program receives that joins now. */
    private List<Object> offered(Representation representation) {
        try (OtherProgram<Level> late = new OtherProgram<>(domain, name, Level.class, representation)) {
            return late.readUntil(new Level("north", 3), new Level("south", 2), new Level("east", 4));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void cannotBlockAKeyByATimeInTheFuture() throws Exception {
        SharedState<Level> state = open(StateOptions.builder());
        try (OtherProgram<Level> other = new OtherProgram<>(domain, name, Level.class, Representation.XCDR2)) {
            other.awaitReaders(1);
            long soon = StateWriter.now() + TimeUnit.SECONDS.toNanos(30);
            other.write(new Level("north", 1), StateWriter.now() + TimeUnit.DAYS.toNanos(1));
            other.write(new Level("south", 2), soon);
            Polling.until("the later value arrives", () -> state.get("south").isPresent());
            assertThat(state.get("north")).isEmpty();
            state.put(new Level("south", 3));
            state.put(new Level("north", 3));
            assertThat(state.values()).extracting(Level::litres).containsOnly(3.0);
        }
    }

    @Test
    void cannotFillTheMemory() throws Exception {
        SharedState<Level> state = open(StateOptions.builder().mostKeys(10).mostBytes(1_000));
        try (OtherProgram<Level> other = new OtherProgram<>(domain, name, Level.class, Representation.XCDR2)) {
            other.awaitReaders(1);
            other.write(new Level("x".repeat(10_000), 1));
            for (int i = 0; i < 100; i++) {
                other.write(new Level("tank" + i, i));
            }
            Polling.until("the first keys arrive", () -> state.size() >= 10); // so that the next one arrives last
            other.write(new Level("tank0", 7));
            Polling.until(
                    "the last value arrives",
                    () -> state.get("tank0").map(Level::litres).orElse(0.0) == 7);
            assertThat(state.size()).isEqualTo(10);
        }
    }

    @Test
    void cannotWriteWhatTheTypeRefuses() throws Exception {
        SharedState<Level> state = open(StateOptions.builder());
        try (OtherProgram<Unchecked.Level> other =
                new OtherProgram<>(domain, name, Unchecked.Level.class, Representation.XCDR2)) {
            other.write(new Unchecked.Level("north", -1));
            Polling.until("another value arrives", () -> {
                other.write(new Unchecked.Level("south", 1));
                return state.get("south").isPresent();
            });
            assertThat(state.size()).isEqualTo(1);
        }
    }
}
