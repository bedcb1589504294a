package dev.wherry.cli;

/** Makes text from a peer safe for a terminal: control characters could move its cursor or change its title. */
final class Plain {
    private Plain() {}

    /** Returns one line. Control characters, and marks that change the reading direction, are written as escapes. */
    static String line(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            int type = Character.getType(c);
            if (type == Character.CONTROL
                    || type == Character.FORMAT
                    || type == Character.SURROGATE
                    || type == Character.LINE_SEPARATOR
                    || type == Character.PARAGRAPH_SEPARATOR) {
                plain.append(c > 0xffff ? "\\U%08x".formatted(c) : "\\u%04x".formatted(c));
            } else {
                plain.appendCodePoint(c);
            }
        });
        return plain.toString();
    }
}
