package dev.wherry.examples.components;

import dev.wherry.examples.components.Thermometer.Reading;
import java.util.Locale;

/** Needs a thermometer and a screen, and shows whether the heating must run. */
// @start region=controller
public final class Controller extends Component {
    private final Receptacle<Thermometer> temperature = need("temperature", Thermometer.class);
    private final Receptacle<Screen> screen = need("screen", Screen.class);

    public Controller() {}

    @Override
    protected void step() {
        Reading reading = temperature.get().read();
        screen.get()
                .show(String.format(
                        Locale.ROOT,
                        "process %d measures %.1f C, heating %s",
                        reading.process(),
                        reading.celsius(),
                        reading.celsius() < 20 ? "on" : "off"));
    }
}
// @end
