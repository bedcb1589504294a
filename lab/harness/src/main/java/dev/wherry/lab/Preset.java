package dev.wherry.lab;

import java.util.Locale;

/** How much to measure; each suite says in {@code suite.toml} what that means for it. */
public enum Preset {
    /** Does everything answer rightly? One round of 100 calls a cell; its times mean nothing. */
    SMOKE,
    /** Three rounds of two seconds, warmed up until stable. */
    QUICK,
    /** The original's counts, with fresh processes for every cell. */
    FULL;

    /** The name on the command line, in {@code suite.toml} and in the results. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
