package dev.wherry.access;

/** A text in which {@code *} stands for any characters. Matching takes at most the product of both lengths. */
record Glob(String text) {
    private static final int LONGEST = 1_000;

    Glob {
        if (text.isEmpty() || text.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "A pattern has 1 to " + LONGEST + " characters; this has " + text.length());
        }
    }

    boolean matches(String name) {
        int at = 0;
        int in = 0;
        int star = -1;
        int again = 0;
        while (in < name.length()) {
            if (at < text.length() && text.charAt(at) == '*') {
                star = at++;
                again = in;
            } else if (at < text.length() && text.charAt(at) == name.charAt(in)) {
                at++;
                in++;
            } else if (star >= 0) {
                at = star + 1;
                in = ++again;
            } else {
                return false;
            }
        }
        while (at < text.length() && text.charAt(at) == '*') {
            at++;
        }
        return at == text.length();
    }
}
