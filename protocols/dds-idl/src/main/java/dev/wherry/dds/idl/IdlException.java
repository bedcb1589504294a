package dev.wherry.dds.idl;

import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/** Thrown if a file of IDL has mistakes. The message has a line for each of them. */
public final class IdlException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    private final transient List<IdlProblem> problems;

    IdlException(List<IdlProblem> problems) {
        super(problems.stream().map(IdlProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** Returns the mistakes, in the order in which they were found. At most 50 are reported. */
    public List<IdlProblem> problems() {
        return problems;
    }
}
