package dev.wherry.text;

import java.util.regex.Pattern;

/**
 * Makes text of a peer safe for logs and messages: it cannot begin a new line of a log, nor colour a terminal. Used
 * wherever a log line or a message contains what a peer has sent.
 */
public final class OneLine {
    private static final int LONGEST = 200;

    /** Matches characters that could begin a new line, or reverse or hide the rest of one. Compiled when the first text needs it. */
    private static final class Unseen {
        static final Pattern PATTERN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}]");
    }

    private OneLine() {}

    /** Returns the text with {@code ?} instead of each character that is not shown as it is, cut off after 200 characters. */
    public static String of(String text) {
        return whole(text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text);
    }

    /** Returns the same as {@link #of}, of any length. */
    public static String whole(String text) {
        return isPlain(text) ? text : Unseen.PATTERN.matcher(text).replaceAll("?");
    }

    /** Most texts are. The pattern is slow on some thousand characters, and a stream in a new JVM. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }
}
