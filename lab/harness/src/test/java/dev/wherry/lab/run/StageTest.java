package dev.wherry.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wherry.lab.plan.Preset;
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
    void letsEachGoItsWayWhereOnlyAnswersCount() {
        assertThat(Stage.groups(TWENTY, Preset.SMOKE))
                .hasSize(20)
                .allSatisfy(group -> assertThat(group).hasSize(1));
        assertThat(Stage.groups(TWENTY, Preset.SMOKE).stream().flatMap(List::stream))
                .containsExactlyElementsOf(TWENTY);
        assertThat(Stage.groups(List.of(), Preset.SMOKE)).isEmpty();
    }
}
