package dev.wherry.mobility;

import dev.wherry.text.OneLine;
import java.util.Set;

/** Packages as rules name them: {@code com.acme} is that one, {@code com.acme.*} that one and all below it. */
final class Packages {
    private static final String AND_BELOW = ".*";
    private static final int MOST = 10_000;
    private static final int LONGEST_SHOWN = 80;

    private Packages() {}

    static Set<String> checked(Set<String> rules) {
        if (rules.size() > MOST) {
            throw new IllegalArgumentException("At most " + MOST + " packages are named; these are " + rules.size());
        }
        for (String rule : rules) {
            check(rule);
        }
        return Set.copyOf(rules);
    }

    static boolean contain(Set<String> rules, String className) {
        String name = className.substring(0, Math.max(0, className.lastIndexOf('.')));
        if (rules.contains(name)) {
            return true;
        }
        for (int end = name.length(); end > 0; end = name.lastIndexOf('.', end - 1)) {
            if (rules.contains(name.substring(0, end) + AND_BELOW)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether {@code rules} contain each of these packages, with the packages below it if it names them. */
    static boolean containAll(Set<String> rules, Set<String> packages) {
        return packages.stream().allMatch(each -> contain(rules, each + ".T"));
    }

    /** Excludes the control characters that Java ignores in names. */
    private static boolean isPart(int c) {
        return Character.isJavaIdentifierPart(c) && !Character.isIdentifierIgnorable(c);
    }

    private static void check(String rule) {
        String name = rule.endsWith(AND_BELOW) ? rule.substring(0, rule.length() - AND_BELOW.length()) : rule;
        for (String part : name.split("\\.", -1)) {
            if ((part.isEmpty() && !rule.isEmpty()) || !part.chars().allMatch(Packages::isPart)) {
                String shown = OneLine.whole(rule.substring(0, Math.min(rule.length(), LONGEST_SHOWN)));
                throw new IllegalArgumentException(
                        "'" + shown + "' names no package: expected 'com.acme' for exactly that"
                                + " one, 'com.acme.*' for it and all below it, or '' for classes without a package");
            }
        }
    }
}
