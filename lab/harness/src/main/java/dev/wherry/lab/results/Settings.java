package dev.wherry.lab.results;

import java.util.Map;
import java.util.stream.Collectors;

/** The parameters of a cell, as a terminal shows them. */
public final class Settings {
    private Settings() {}

    /** Such as {@code threads=1 size=1}. */
    public static String words(Map<String, Long> params) {
        return params.entrySet().stream()
                .map(param -> param.getKey() + "=" + param.getValue())
                .collect(Collectors.joining(" "));
    }
}
