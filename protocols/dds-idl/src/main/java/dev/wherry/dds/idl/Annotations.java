package dev.wherry.dds.idl;

import dev.wherry.dds.idl.grammar.IdlParser.AnnotationContext;
import dev.wherry.dds.idl.grammar.IdlParser.ArgumentContext;
import dev.wherry.dds.types.DataType.Extensibility;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The annotations of one place. Those that have no meaning there are reported as warnings. */
final class Annotations {
    /** They say how a type is used, which Java does not need to know. */
    private static final Set<String> WITHOUT_EFFECT =
            Set.of("nested", "default_nestedness", "topic", "service", "external", "data_representation");

    private final Map<String, AnnotationContext> found = new HashMap<>();
    private final Scope scope;
    private final Expressions expressions;
    private final Problems problems;

    /** @param meant the names that have a meaning in the place */
    Annotations(
            List<AnnotationContext> annotations,
            Set<String> meant,
            Scope scope,
            Expressions expressions,
            Problems problems) {
        this.scope = scope;
        this.expressions = expressions;
        this.problems = problems;
        for (AnnotationContext each : annotations) {
            String name = each.ANNOTATION().getText().substring(1).strip();
            if (meant.contains(name)) {
                if (found.putIfAbsent(name, each) != null) {
                    problems.error(each, "@" + name + " is there twice");
                }
            } else if (!WITHOUT_EFFECT.contains(name)) {
                problems.warning(each.getStart(), "@" + name + " is ignored");
            }
        }
    }

    /** Returns whether a place has an annotation. */
    boolean isPresent(String name) {
        return found.containsKey(name);
    }

    /** Returns whether a place has an annotation that is not switched off by the argument FALSE. */
    boolean has(String name) {
        AnnotationContext at = found.get(name);
        return at != null && (at.argument().isEmpty() || !Boolean.FALSE.equals(argument(at)));
    }

    /** Returns the number that an annotation has; null if there is none. */
    @Nullable
    Integer number(String name, int least, int most) {
        AnnotationContext at = found.get(name);
        if (at == null) {
            return null;
        }
        Object value = argument(at);
        if (value instanceof BigInteger number
                && number.compareTo(BigInteger.valueOf(least)) >= 0
                && number.compareTo(BigInteger.valueOf(most)) <= 0) {
            return number.intValueExact();
        }
        problems.error(at, "@" + name + " needs a number from " + least + " to " + most);
        return null;
    }

    /** Returns the text of an argument; null if there is no such annotation, or no argument. */
    @Nullable
    String text(String name) {
        AnnotationContext at = found.get(name);
        return at != null && at.argument().size() == 1 && argument(at) instanceof String text ? text : null;
    }

    /** Returns the word that is the argument, in upper case; empty if there is none. */
    String word(String name) {
        AnnotationContext at = found.get(name);
        return at != null && at.argument().size() == 1
                ? at.argument(0).expression().getText().toUpperCase(Locale.ROOT)
                : "";
    }

    /** Returns how values may change. */
    Extensibility extensibility(Extensibility otherwise) {
        String word = word("extensibility");
        if (found.containsKey("final") || word.equals("FINAL")) {
            return Extensibility.FINAL;
        }
        if (found.containsKey("mutable") || word.equals("MUTABLE")) {
            return Extensibility.MUTABLE;
        }
        return found.containsKey("appendable") || word.equals("APPENDABLE") ? Extensibility.APPENDABLE : otherwise;
    }

    private @Nullable Object argument(AnnotationContext at) {
        List<ArgumentContext> arguments = at.argument();
        if (arguments.size() != 1) {
            problems.error(at, at.ANNOTATION().getText() + " needs one argument");
            return null;
        }
        return expressions.value(arguments.getFirst().expression(), scope);
    }
}
