package dev.wherry.dds.idl;

import dev.wherry.dds.idl.grammar.IdlLexer;
import dev.wherry.dds.idl.grammar.IdlParser;
import dev.wherry.dds.idl.grammar.IdlParser.SpecificationContext;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.FailedPredicateException;
import org.antlr.v4.runtime.LexerNoViableAltException;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.Interval;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.jspecify.annotations.Nullable;

/** Runs the generated parser on a text whose nesting is limited, so that the stack is never exhausted. */
final class Parsing {
    private static final int DEEPEST = 50;
    private static final int MOST_TOKENS = 400_000;
    private static final int MOST_EXPECTED = 4;

    private Parsing() {}

    /** Returns the tree of a text; null if it has mistakes, which are reported. */
    static @Nullable SpecificationContext parse(SourceText source, Problems problems) {
        Listener listener = new Listener(problems);
        IdlLexer lexer = new IdlLexer(CharStreams.fromString(source.text()));
        lexer.removeErrorListeners();
        lexer.addErrorListener(listener);
        CommonTokenStream tokens = new CommonTokenStream(lexer);
        tokens.fill();
        if (!checkNesting(tokens.getTokens(), problems)) {
            return null;
        }
        IdlParser parser = new IdlParser(tokens);
        parser.removeErrorListeners();
        parser.addErrorListener(listener);
        SpecificationContext tree = parser.specification();
        return problems.hasErrors() ? null : tree;
    }

    private static boolean checkNesting(List<Token> tokens, Problems problems) {
        if (tokens.size() > MOST_TOKENS) {
            problems.error(tokens.get(MOST_TOKENS), "the file has more than " + MOST_TOKENS + " words");
            return false;
        }
        int depth = 0;
        int angles = 0;
        for (Token each : tokens) {
            switch (each.getText()) {
                case "{", "(", "[" -> depth++;
                case "}", ")", "]" -> depth--;
                case "<" -> angles++;
                case ">" -> angles--;
                case ";" -> angles = 0;
                default -> {}
            }
            if (depth > DEEPEST || angles > DEEPEST) {
                problems.error(each, "brackets are nested more than " + DEEPEST + " deep");
                return false;
            }
        }
        return true;
    }

    /** Reports what the parser finds, in sentences. */
    private static final class Listener extends BaseErrorListener {
        private final Problems problems;

        Listener(Problems problems) {
            this.problems = problems;
        }

        @Override
        public void syntaxError(
                Recognizer<?, ?> recognizer,
                @Nullable Object symbol,
                int line,
                int column,
                @Nullable String message,
                @Nullable RecognitionException failure) {
            problems.error(line, column + 1, describe(recognizer, symbol, failure));
        }

        private static String describe(
                Recognizer<?, ?> recognizer, @Nullable Object symbol, @Nullable RecognitionException failure) {
            if (failure instanceof LexerNoViableAltException lexing) {
                return "unexpected character "
                        + shown(lexing.getInputStream()
                                .getText(Interval.of(lexing.getStartIndex(), lexing.getStartIndex())));
            }
            String found = symbol instanceof Token token
                    ? token.getType() == Token.EOF ? "the end of the file" : shown(token.getText())
                    : "this";
            IntervalSet set = failure != null && !(failure instanceof FailedPredicateException)
                    ? failure.getExpectedTokens()
                    : recognizer instanceof Parser parser ? parser.getExpectedTokens() : null;
            List<String> expected = new ArrayList<>();
            if (set != null && set.size() <= MOST_EXPECTED) {
                for (int each : set.toArray()) {
                    expected.add(recognizer.getVocabulary().getDisplayName(each).replace("ID", "a name"));
                }
            }
            return "unexpected " + found + (expected.isEmpty() ? "" : "; expected " + String.join(" or ", expected));
        }

        private static String shown(String text) {
            String cut = text.length() > 40 ? text.substring(0, 40) + "..." : text;
            StringBuilder shown = new StringBuilder("'");
            cut.chars()
                    .forEach(each -> shown.append(
                            each >= ' ' && each < 0x7f ? Character.toString(each) : String.format("\\u%04x", each)));
            return shown.append('\'').toString();
        }
    }
}
