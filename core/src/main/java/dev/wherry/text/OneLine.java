package dev.wherry.text;

import java.util.regex.Pattern;

/**
 * Makes text of a peer safe for logs and messages: it cannot begin a new line of a log, nor colour a terminal. Used
 * wherever a log line or a message contains what a peer has sent.
 */
public final class OneLine {
    private static final int LONGEST = 200;

    /** What could begin a line of its own, or turn around or hide the rest of one. */
    private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}]");

    private OneLine() {}

    /** The text with {@code ?} in place of what a reader would not see as it is, cut off after 200 characters. */
    public static String of(String text) {
        return whole(text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text);
    }

    /** The same, of any length. */
    public static String whole(String text) {
        // Most are shown as they are without the pattern, which takes its time over some thousand characters.
        boolean plain = text.chars().allMatch(c -> c >= ' ' && c <= '~');
        return plain ? text : UNSEEN.matcher(text).replaceAll("?");
    }
}
