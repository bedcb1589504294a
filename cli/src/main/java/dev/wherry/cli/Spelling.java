package dev.wherry.cli;

import java.util.stream.IntStream;

/** How near two words are to each other. */
final class Spelling {
    private Spelling() {}

    /** Whether at most half of the letters of what was asked for must be changed. */
    static boolean isNear(String asked, String known) {
        return 2 * distance(asked, known) <= asked.length();
    }

    /** The fewest letters to add, to leave out or to replace that make the one the other (Levenshtein's distance). */
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
