package dev.wherry.dds;

import java.net.URI;
import java.util.List;

/**
 * A name and its addresses.
 *
 * @param name at most 255 characters
 * @param addresses in the order in which they are tried: 1 to 64, each with a scheme and at most 2,048 characters
 */
public record NameEntry(@Key String name, List<String> addresses) {
    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_ADDRESS = 2_048;
    private static final int MOST_ADDRESSES = 64;

    /** @throws IllegalArgumentException if a part is out of its limits. An entry of another process is dropped then */
    public NameEntry {
        addresses = List.copyOf(addresses);
        if (name.isBlank() || name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "A name is not blank and has at most " + LONGEST_NAME + " characters, not " + name.length());
        }
        if (addresses.isEmpty() || addresses.size() > MOST_ADDRESSES) {
            throw new IllegalArgumentException(
                    "A name has 1 to " + MOST_ADDRESSES + " addresses, not " + addresses.size());
        }
        for (String each : addresses) {
            if (each.length() > LONGEST_ADDRESS || URI.create(each).getScheme() == null) {
                throw new IllegalArgumentException("An address has a scheme, and at most " + LONGEST_ADDRESS
                        + " characters; this one has " + each.length());
            }
        }
    }
}
