package dev.wherry.dds.rpc;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The names of a service's topics, {@code <Service>_Request} and {@code <Service>_Reply}, and of those that one operation has alone,
 * {@code <Service>_<operation>_Request} and {@code <Service>_<operation>_Reply}. Letters from a to z, digits and {@code _-./} of
 * the bound name stay; each byte of other characters is {@code %HH}, as in a URI, so that two names never share topics.
 */
public final class TopicNames {
    /** The longest name of a topic, less the longest ending. */
    private static final int LONGEST = 255 - "_Request".length();

    private TopicNames() {}

    static String request(String name) {
        return escaped(name) + "_Request";
    }

    static String reply(String name) {
        return escaped(name) + "_Reply";
    }

    /** Returns a name as a part of the name of a topic. */
    public static String escaped(String name) {
        StringBuilder escaped = new StringBuilder();
        for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (each & 0xff);
            if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "_-./".indexOf(c) >= 0) {
                escaped.append(c);
            } else {
                escaped.append('%').append(HexFormat.of().withUpperCase().toHexDigits(each));
            }
        }
        if (escaped.isEmpty() || escaped.length() > LONGEST) {
            throw new IllegalArgumentException("The name '" + name + "' is empty, or longer than " + LONGEST
                    + " characters as a part of a topic's name: " + escaped);
        }
        return escaped.toString();
    }

    /** Returns the name that {@link #escaped} has returned another one for; the same name if it has not. */
    public static String unescaped(String escaped) {
        try {
            return URLDecoder.decode(escaped.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) { // of another program, with a % that stands for itself
            return escaped;
        }
    }
}
