package dev.wherry.dds.engine;

import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The domain and the partition of an address. {@code dds://7/floor} and {@code dds://7?partition=floor} are the same address of a
 * listener; a service there is {@code dds://7/Name?partition=floor}.
 *
 * @param partition empty: the default one
 */
public record DomainAddress(int domain, String partition) {
    private static final String PARTITION = "partition=";

    /** @throws IllegalArgumentException if the partition has a control character: the C library ends a text at the first NUL */
    public DomainAddress {
        if (partition.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("The partition of an address dds://" + domain
                    + " has a control character. Use letters, digits and punctuation");
        }
    }

    /** Returns the address of a listener, whose path is the partition. */
    public static DomainAddress ofListener(URI at) {
        String path = at.getPath() == null || at.getPath().length() < 2
                ? ""
                : at.getPath().substring(1);
        String asked = partition(at);
        if (!path.isEmpty() && !asked.isEmpty() && !path.equals(asked)) {
            throw new IllegalArgumentException("'" + at + "' has two partitions, '" + path + "' and '" + asked + "'");
        }
        return new DomainAddress(domain(at), asked.isEmpty() ? path : asked);
    }

    /** Returns the address of a service, whose path is its name. */
    public static DomainAddress ofService(URI to) {
        return new DomainAddress(domain(to), partition(to));
    }

    private static int domain(URI address) {
        String text = address.getRawAuthority();
        if (text != null && text.matches("[0-9]{1,9}")) {
            int domain = Integer.parseInt(text);
            if (domain <= Engine.LARGEST_DOMAIN) {
                return domain;
            }
        }
        throw new IllegalArgumentException("'" + address + "' has no domain: expected a number from 0 to "
                + Engine.LARGEST_DOMAIN + ", as in dds://0/bank");
    }

    private static String partition(URI address) {
        @Nullable String query = address.getRawQuery();
        if (query == null) {
            return "";
        }
        if (!query.startsWith(PARTITION) || query.indexOf('&') >= 0) {
            throw new IllegalArgumentException("'" + address + "' has a query that is not 'partition=NAME'");
        }
        return URLDecoder.decode(query.substring(PARTITION.length()), StandardCharsets.UTF_8);
    }

    /** Returns the address of a listener as a URI. */
    public URI uri() {
        return URI.create("dds://" + domain
                + (partition.isEmpty() ? "" : "?" + PARTITION + URLEncoder.encode(partition, StandardCharsets.UTF_8)));
    }

    @Override
    public String toString() {
        return "the domain " + domain + (partition.isEmpty() ? "" : ", partition '" + partition + "'");
    }
}
