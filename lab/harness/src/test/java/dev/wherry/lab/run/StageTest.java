package dev.wherry.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.Preset;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StageTest {
    private static final List<Integer> TWENTY = IntStream.range(0, 20).boxed().toList();

    @Test
    void letsAllTakeTurnsWhereTheirFiguresAreCompared() {
        assertThat(Stage.groups(TWENTY, Preset.QUICK)).containsExactly(TWENTY);
        assertThat(Stage.groups(TWENTY, Preset.FULL)).containsExactly(TWENTY);
    }

    @Test
    void letsAFewRunAtATimeWhereOnlyAnswersCount() {
        assertThat(Stage.groups(TWENTY, Preset.SMOKE)).extracting(List::size).containsExactly(8, 8, 4);
        assertThat(Stage.groups(TWENTY, Preset.SMOKE).stream().flatMap(List::stream))
                .containsExactlyElementsOf(TWENTY);
        assertThat(Stage.groups(List.of(), Preset.SMOKE)).isEmpty();
    }
}
