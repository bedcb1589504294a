package dev.wherry.dds.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.dds.DataSpace;
import dev.wherry.dds.SharedState;
import dev.wherry.dds.StateOptions;
import dev.wherry.dds.rpc.Services;
import dev.wherry.dds.state.SharedStateTest.Account;
import dev.wherry.testsupport.Polling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NullMarked
class StateFileTest {
    @TempDir
    Path folder;

    private final StateType<Account> type = new StateType<>(Account.class);

    private List<Version<Account>> load(Path file) throws IOException {
        return StateFile.load(file, type, 1 << 20);
    }

    private Path saved() throws IOException {
        Path file = folder.resolve("state");
        List<Version<Account>> versions =
                List.of(type.version(new Account("ann", 1), 1), type.removal(new Account("bob", 1), 2));
        try (StateFile<Account> saving = new StateFile<>(file, versions)) {
            saving.changed();
        }
        return file;
    }

    @Test
    void hasWhatWasSaved() throws Exception {
        List<Version<Account>> loaded = load(saved());
        assertThat(loaded).extracting(Version::nanos).containsExactly(1L, 2L);
        assertThat(loaded).extracting(Version::value).containsExactly(new Account("ann", 1), null);
        assertThat(loaded).extracting(each -> each.key().toString()).containsExactly("[ann]", "[bob]");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(folder.resolve("state"));
        }
        assertThat(load(folder.resolve("none"))).isEmpty();
    }

    @Test
    void refusesADamagedFile() throws Exception {
        Path file = saved();
        byte[] whole = Files.readAllBytes(file);
        Random random = new Random(1);
        for (int i = 0; i < whole.length; i++) {
            byte[] damaged = whole.clone();
            damaged[i] ^= (byte) (1 + random.nextInt(255));
            Files.write(file, damaged);
            assertThatThrownBy(() -> load(file)).isInstanceOf(IOException.class).hasMessageContaining("cannot be read");
            Files.write(file, Arrays.copyOf(whole, i));
            assertThatThrownBy(() -> load(file)).isInstanceOf(IOException.class);
        }
        Files.write(file, whole);
        assertThatThrownBy(() -> StateFile.load(file, type, 10)).hasMessageContaining("the limit of 10");
    }

    @Test
    void bringsBackAStateThatAllHaveLeft() throws Exception {
        int domain = Services.domain();
        String name = Services.name();
        StateOptions options =
                StateOptions.builder().file(folder.resolve("accounts")).build();
        try (DataSpace space = DataSpace.join("dds://" + domain, Services.dds().build())) {
            SharedState<Account> state = space.state(name, Account.class, options);
            state.put(new Account("ann", 1));
            state.put(new Account("bob", 1));
            state.remove("bob");
        }
        try (DataSpace space = DataSpace.join("dds://" + domain, Services.dds().build());
                DataSpace other =
                        DataSpace.join("dds://" + domain, Services.dds().build())) {
            SharedState<Account> state = space.state(name, Account.class, options);
            assertThat(state.values()).containsExactly(new Account("ann", 1));
            SharedState<Account> late = other.state(name, Account.class);
            Polling.until("the value arrives", () -> late.get("ann").isPresent());
            assertThat(late.get("bob")).isEmpty();
        }
        Files.write(folder.resolve("accounts"), new byte[3]);
        try (DataSpace space = DataSpace.join("dds://" + domain, Services.dds().build())) {
            assertThatThrownBy(() -> space.state(name, Account.class, options))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("the file is too short");
        }
    }
}
