package dev.wherry.dds.idl;

import java.io.Serial;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/** Collects the mistakes of a file, so that a run reports many of them. For one thread. */
final class Problems {
    private static final int MOST = 50;

    private final List<IdlProblem> errors = new ArrayList<>();
    private final List<IdlProblem> warnings = new ArrayList<>();
    private final SourceText source;

    Problems(SourceText source) {
        this.source = source;
    }

    /** Thrown if there are so many mistakes that no more are looked for. */
    static final class TooMany extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        private TooMany() {
            super("too many mistakes", null, false, false);
        }
    }

    /** Adds a mistake at a place in the whole text. Throws {@link TooMany} if it is the last one that is reported. */
    void error(int line, int column, String message) {
        errors.add(source.problem(line, column, message));
        if (errors.size() >= MOST) {
            throw new TooMany();
        }
    }

    void error(Token at, String message) {
        error(at.getLine(), at.getCharPositionInLine() + 1, message);
    }

    void error(ParserRuleContext at, String message) {
        error(at.getStart(), message);
    }

    /** Adds a mistake after which no more are looked for. */
    void last(ParserRuleContext at, String message) {
        error(at, message);
        throw new TooMany();
    }

    void warning(int line, int column, String message) {
        if (warnings.size() < MOST) {
            warnings.add(source.problem(line, column, message));
        }
    }

    void warning(Token at, String message) {
        warning(at.getLine(), at.getCharPositionInLine() + 1, message);
    }

    List<IdlProblem> warnings() {
        return List.copyOf(warnings);
    }

    boolean hasErrors() {
        return !errors.isEmpty();
    }

    /** Throws the mistakes, if there are any. */
    void check() throws IdlException {
        if (hasErrors()) {
            throw new IdlException(errors);
        }
    }
}
