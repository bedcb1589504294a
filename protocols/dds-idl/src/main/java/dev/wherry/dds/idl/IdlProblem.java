package dev.wherry.dds.idl;

/**
 * A mistake in a file of IDL, or a warning about it.
 *
 * @param file as it was given, or as it was included
 * @param line from 1
 * @param column from 1
 */
public record IdlProblem(String file, int line, int column, String message) {
    /** Returns it in the form {@code file:line:column: message}. */
    @Override
    public String toString() {
        return file + ":" + line + ":" + column + ": " + message;
    }
}
