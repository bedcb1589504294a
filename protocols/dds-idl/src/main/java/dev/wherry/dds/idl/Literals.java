package dev.wherry.dds.idl;

import dev.wherry.dds.idl.grammar.IdlParser.PrimaryContext;
import java.math.BigInteger;
import java.util.stream.Collectors;

/** The values of literals. */
final class Literals {
    private static final int MOST_DIGITS = 40;

    private Literals() {}

    /** Returns the value. Throws an {@link IllegalArgumentException} that says why there is none. */
    static Object value(PrimaryContext literal) {
        if (literal.INTEGER() != null) {
            return integer(literal.INTEGER().getText());
        }
        if (literal.FLOAT() != null) {
            double value = Double.parseDouble(limited(literal.FLOAT().getText()));
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("the number is too large");
            }
            return value;
        }
        if (literal.CHARACTER() != null) {
            String text = unquoted(literal.CHARACTER().getText());
            if (text.length() != 1) {
                throw new IllegalArgumentException("a character literal has one character of Unicode's first plane");
            }
            return text.charAt(0);
        }
        if (!literal.STRING().isEmpty()) {
            return literal.STRING().stream()
                    .map(each -> unquoted(each.getText()))
                    .collect(Collectors.joining());
        }
        if (literal.FIXED() != null) {
            throw new IllegalArgumentException("fixed-point numbers are not supported");
        }
        return literal.getText().equals("TRUE");
    }

    private static BigInteger integer(String text) {
        try {
            if (text.startsWith("0x") || text.startsWith("0X")) {
                return new BigInteger(limited(text).substring(2), 16);
            }
            return text.startsWith("0") && text.length() > 1
                    ? new BigInteger(limited(text), 8)
                    : new BigInteger(limited(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not an octal number, which a 0 begins", e);
        }
    }

    private static String limited(String text) {
        if (text.length() > MOST_DIGITS) {
            throw new IllegalArgumentException("the number has more than " + MOST_DIGITS + " characters");
        }
        return text;
    }

    private static String unquoted(String literal) {
        int start = literal.startsWith("L") ? 2 : 1;
        StringBuilder text = new StringBuilder();
        int i = start;
        while (i < literal.length() - 1) {
            char c = literal.charAt(i++);
            if (c != '\\') {
                text.append(c);
                continue;
            }
            char kind = literal.charAt(i++);
            int end = i;
            switch (kind) {
                case 'x', 'u' -> {
                    while (end < i + (kind == 'x' ? 2 : 4) && Character.digit(literal.charAt(end), 16) >= 0) {
                        end++;
                    }
                    text.append(nonZero(Integer.parseInt(literal.substring(i, end), 16)));
                }
                case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                    while (end < i + 2 && Character.digit(literal.charAt(end), 8) >= 0) {
                        end++;
                    }
                    text.append(nonZero(Integer.parseInt(literal.substring(i - 1, end), 8)));
                }
                default -> text.append(escaped(kind));
            }
            i = end;
        }
        return text.toString();
    }

    private static char nonZero(int value) {
        if (value == 0) {
            throw new IllegalArgumentException("a text cannot have a NUL in it");
        }
        return (char) value;
    }

    private static char escaped(char kind) {
        return switch (kind) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'v' -> '\u000B';
            case 'b' -> '\b';
            case 'r' -> '\r';
            case 'f' -> '\f';
            case 'a' -> '\u0007';
            default -> kind;
        };
    }
}
