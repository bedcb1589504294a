package dev.wherry.dds.idl;

import dev.wherry.dds.idl.grammar.IdlParser.IdentifierContext;
import dev.wherry.dds.idl.grammar.IdlParser.ScopedNameContext;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names of a file, a module or an interface. Names that differ only in case are the same name. For one thread. */
final class Scope {
    private final String name;
    private final @Nullable Scope outer;
    /** All interfaces that this one extends. */
    private final Set<Scope> bases = new LinkedHashSet<>();

    private final Map<String, Entry> entries = new HashMap<>();

    private record Entry(String spelling, Symbol symbol) {}

    /** @param name with its modules; empty: the file */
    Scope(String name, @Nullable Scope outer) {
        this.name = name;
        this.outer = outer;
    }

    /** Returns its name with its modules; empty: the file. */
    String name() {
        return name;
    }

    /** Returns whether a name is declared neither here nor outside. */
    boolean isUnknown(String simple) {
        return local(simple) == null && (outer == null || outer.isUnknown(simple));
    }

    /** Returns the name of what is declared here, with its modules. */
    String qualified(String simple) {
        return name.isEmpty() ? simple : name + "::" + simple;
    }

    /** Returns the number of interfaces that this one extends. */
    int bases() {
        return bases.size();
    }

    /** Makes the names of an interface known in one that extends it. */
    void addBase(Scope base) {
        bases.add(base);
        bases.addAll(base.bases);
    }

    /** Returns a name without the underscore that lets it be a keyword. */
    static String spelling(IdentifierContext identifier) {
        String text = identifier.getText();
        return text.startsWith("_") && text.length() > 1 ? text.substring(1) : text;
    }

    /** Returns what is declared here under a name; null if nothing is. */
    @Nullable
    Symbol declared(String simple) {
        Entry entry = entries.get(key(simple));
        return entry == null ? null : entry.symbol();
    }

    /** Declares a name. Reports it, and returns false, if it is taken by something that was not announced. */
    boolean declare(IdentifierContext at, Symbol symbol, Problems problems) {
        String simple = spelling(at);
        Entry before = entries.get(key(simple));
        if (before != null && !(before.symbol() instanceof Symbol.Announced)) {
            problems.error(
                    at,
                    "'" + simple + "' is already declared in this scope"
                            + (before.spelling().equals(simple) ? "" : ", as '" + before.spelling() + "'"));
            return false;
        }
        entries.put(key(simple), new Entry(simple, symbol));
        return true;
    }

    /** Returns what a name stands for here; null if nothing, which is reported. */
    @Nullable
    Symbol find(ScopedNameContext at, Problems problems) {
        List<IdentifierContext> parts = at.identifier();
        boolean global = at.getStart().getText().equals("::");
        String first = spelling(parts.getFirst());
        Entry found = global ? root().local(first) : null;
        for (Scope each = this; !global && found == null && each != null; each = each.outer) {
            found = each.local(first);
        }
        String written = first;
        for (int i = 0; found != null; i++) {
            if (!found.spelling().equals(spelling(parts.get(i)))) {
                problems.error(
                        parts.get(i), "'" + spelling(parts.get(i)) + "' was declared as '" + found.spelling() + "'");
                return null;
            }
            if (i == parts.size() - 1) {
                return found.symbol();
            }
            written = spelling(parts.get(i + 1));
            found = switch (found.symbol()) {
                case Symbol.Module module -> module.scope().local(written);
                case Symbol.Interface type -> type.scope().local(written);
                default -> null;
            };
        }
        problems.error(at, "'" + written + "' is not declared" + (parts.size() > 1 ? " in " + at.getText() : ""));
        return null;
    }

    private Scope root() {
        Scope root = this;
        while (root.outer != null) {
            root = root.outer;
        }
        return root;
    }

    private @Nullable Entry local(String simple) {
        Entry found = entries.get(key(simple));
        for (Scope each : bases) {
            found = found == null ? each.entries.get(key(simple)) : found;
        }
        return found;
    }

    private static String key(String simple) {
        return simple.toLowerCase(Locale.ROOT);
    }
}
