package dev.wherry.mobility.internal.bundles;

import dev.wherry.mobility.internal.code.CodeHash;
import dev.wherry.mobility.internal.code.Rule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Remembers which class is used for each name that was announced to a workspace: the host's or the sent one. For any thread. */
final class ClassOrigins {
    private final Map<String, Origin> all = new ConcurrentHashMap<>();

    /** @param host the hash of the host's class, if that one is used */
    record Origin(CodeHash sent, @Nullable CodeHash host) {
        boolean isOfHost() {
            return host != null;
        }

        private boolean differs() {
            return host != null && !host.equals(sent);
        }
    }

    /** Returns null if no class of this name was announced. */
    @Nullable
    Origin get(String name) {
        return all.get(name);
    }

    boolean has(String name, CodeHash sent) {
        Origin known = all.get(name);
        return known != null && known.sent.equals(sent);
    }

    void decide(Map<String, Origin> more) {
        all.putAll(more);
    }

    /**
     * Refuses a package of which the host has some classes in another version and the sender has the others. The two parts would not
     * fit together, and access to package-private members needs one loader.
     */
    void checkWhole(Map<String, Origin> more) {
        Set<String> packages = packages(more, _ -> true);
        Map<String, Origin> together = new HashMap<>(all);
        together.keySet().removeIf(name -> !packages.contains(packageOf(name)));
        together.putAll(more);
        Set<String> sent = packages(together, origin -> !origin.isOfHost());
        List<String> clashing = differences(together, sent);
        if (!clashing.isEmpty()) {
            throw Rule.WHOLE_PACKAGES.refuses(
                    "This bundle",
                    "to mix what it brings with the host's classes of the same packages in other versions: "
                            + String.join("; ", clashing)
                            + ". Bring both sides to the same version, or open the workspace"
                            + " with WorkspaceOptions.builder().shippedFirst(PACKAGE)");
        }
    }

    /** Returns which classes of the host are used in another version than was sent, for a message; empty if there are none. */
    String differences() {
        List<String> found = differences(all, null);
        return found.isEmpty()
                ? ""
                : " (of the host, in another version than was sent: " + String.join("; ", found) + ")";
    }

    /** @param packages whose classes are compared; null: all */
    private static List<String> differences(Map<String, Origin> among, @Nullable Set<String> packages) {
        return among.entrySet().stream()
                .filter(each -> each.getValue().differs())
                .filter(each -> packages == null || packages.contains(packageOf(each.getKey())))
                .map(each -> each.getKey() + ", here "
                        + Objects.requireNonNull(each.getValue().host).shown() + ", sent "
                        + each.getValue().sent.shown())
                .sorted()
                .toList();
    }

    /** Returns which packages have classes of the host and sent ones, for a message. Package-private access fails between them. */
    String mixed() {
        Set<String> sent = packages(all, origin -> !origin.isOfHost());
        sent.retainAll(packages(all, Origin::isOfHost));
        return sent.isEmpty()
                ? ""
                : " (partly of the host: " + String.join(", ", sent)
                        + "; to have them whole, open the workspace with"
                        + " WorkspaceOptions.builder().shippedFirst(PACKAGE))";
    }

    private static Set<String> packages(Map<String, Origin> among, Predicate<Origin> of) {
        return among.entrySet().stream()
                .filter(each -> of.test(each.getValue()))
                .map(each -> packageOf(each.getKey()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String packageOf(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }
}
