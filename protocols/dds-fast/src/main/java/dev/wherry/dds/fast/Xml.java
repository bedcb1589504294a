package dev.wherry.dds.fast;

import java.time.Duration;

/** Writes elements of XML. For one thread. */
final class Xml {
    private final StringBuilder text = new StringBuilder();

    /** Writes an element with others in it. */
    Xml element(String name, Runnable content) {
        text.append('<').append(name).append('>');
        content.run();
        // An attribute may follow the name.
        text.append("</").append(name.split(" ", 2)[0]).append('>');
        return this;
    }

    /** Writes an element with a text. */
    Xml element(String name, String content) {
        return element(name, () -> escape(content));
    }

    Xml element(String name, int content) {
        return element(name, Integer.toString(content));
    }

    /** Writes a duration. One of more than 68 years is shortened to that. */
    Xml element(String name, Duration time) {
        return element(name, () -> {
            element("sec", (int) Math.min(Integer.MAX_VALUE - 1, time.getSeconds()));
            element("nanosec", time.getNano());
        });
    }

    private void escape(String content) {
        for (int i = 0; i < content.length(); i++) {
            char each = content.charAt(i);
            switch (each) {
                case '&' -> text.append("&amp;");
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                case '"' -> text.append("&quot;");
                default -> text.append(each);
            }
        }
    }

    /** Returns the document of one profile. */
    static String document(Xml profile) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
                + "<dds xmlns=\"http://www.eprosima.com/XMLSchemas/fastRTPS_Profiles\"><profiles>" + profile.text
                + "</profiles></dds>";
    }
}
