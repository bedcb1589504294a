package dev.wherry.lab.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    @Test
    void takesTheMiddleOfAnOddNumber() {
        assertThat(Statistics.median(DoubleStream.of(9, 1, 5))).hasValue(5);
    }

    @Test
    void takesTheMeanOfTheTwoMiddleOnesOfAnEvenNumber() {
        assertThat(Statistics.median(DoubleStream.of(4, 1, 2, 9))).hasValue(3);
    }

    @Test
    void hasNoMedianAndNoSpreadOfNothing() {
        assertThat(Statistics.median(DoubleStream.empty())).isEmpty();
        assertThat(Statistics.spread(DoubleStream.empty())).isNull();
    }
}
