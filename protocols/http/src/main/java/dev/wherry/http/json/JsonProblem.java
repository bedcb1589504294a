package dev.wherry.http.json;

import java.io.Serial;

/** JSON that is not a value of the declared type. Its message names the position and repeats nothing longer than a name. */
public final class JsonProblem extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    /** Creates a problem without a stack trace, since it describes input of a peer. */
    public JsonProblem(String message) {
        super(message, null, false, false);
    }
}
