package dev.wherry.lab.plan;

import java.util.Locale;

/** How much to measure; each suite says in {@code suite.toml} what that means for it, in each of its modes. */
public enum Preset {
    /** Does everything answer rightly? One round of few calls a cell; its times mean nothing. */
    SMOKE,
    /** Few values of the parameters and few systems. */
    QUICK,
    /** All values, and the systems of then and of today. */
    FULL;

    /** The name on the command line, in {@code suite.toml} and in the results. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
