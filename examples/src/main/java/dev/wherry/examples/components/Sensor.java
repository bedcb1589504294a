package dev.wherry.examples.components;

import dev.wherry.examples.components.Thermometer.Reading;
import java.util.concurrent.ThreadLocalRandom;

/** Offers a thermometer, and needs nothing. */
public final class Sensor extends Component {
    public Sensor() {
        offer(
                "temperature",
                Thermometer.class,
                () -> new Reading(
                        ThreadLocalRandom.current().nextDouble(18, 22),
                        ProcessHandle.current().pid()));
    }
}
