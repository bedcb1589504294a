package dev.wherry.dds.types;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The names of a service's topics, {@code <Service>_Request} and {@code <Service>_Reply}, and of those that one operation has alone,
 * {@code <Service>:<operation>_Request} and {@code <Service>:<operation>_Reply}. Letters from a to z, digits and {@code _-./} of
 * the bound name stay; each byte of other characters is {@code %HH}, as in a URI, so that two names never share topics.
 */
public final class TopicNames {
    public static final String REQUEST = "_Request";
    public static final String REPLY = "_Reply";

    /** Stands between the names of a service and of its operation. An escaped name does not contain it. */
    public static final String OF_OPERATION = ":";

    /** The longest name of a topic, less the longest ending. */
    private static final int LONGEST = 255 - REQUEST.length();

    private TopicNames() {}

    /** Returns how the names of the topics begin that one operation of a service has alone. */
    public static String ofOperation(String service, String operation) {
        return checked(service, escaped(service) + OF_OPERATION + escaped(operation));
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
        return checked(name, escaped.toString());
    }

    private static String checked(String name, String escaped) {
        if (escaped.isEmpty() || escaped.length() > LONGEST) {
            throw new IllegalArgumentException("The name '" + name + "' is empty, or longer than " + LONGEST
                    + " characters as a part of a topic's name: " + escaped);
        }
        return escaped;
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
