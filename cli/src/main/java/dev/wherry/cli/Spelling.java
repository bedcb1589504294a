package dev.wherry.cli;

import java.util.stream.IntStream;

/** Compares the spelling of two words. */
final class Spelling {
    private Spelling() {}

    /** Returns whether at most half of the letters of {@code asked} must be changed to get {@code known}. */
    static boolean isNear(String asked, String known) {
        return 2 * distance(asked, known) <= asked.length();
    }

    /** Returns the Levenshtein distance: the fewest letters to add, remove or replace that turn one word into the other. */
    private static int distance(String one, String other) {
        int[] row = IntStream.rangeClosed(0, other.length()).toArray();
        for (int i = 0; i < one.length(); i++) {
            int diagonal = row[0];
            row[0] = i + 1;
            for (int j = 0; j < other.length(); j++) {
                int replaced = one.charAt(i) == other.charAt(j) ? diagonal : diagonal + 1;
                diagonal = row[j + 1];
                row[j + 1] = Math.min(replaced, 1 + Math.min(diagonal, row[j]));
            }
        }
        return row[other.length()];
    }
}
