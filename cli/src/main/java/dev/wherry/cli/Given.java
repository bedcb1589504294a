package dev.wherry.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;

/** Reads what a command was given: what is broken there is a mistake of whoever gave it, and no failure of the command's. */
@FunctionalInterface
interface Given<T> {
    T contents() throws IOException;

    /**
     * What was read.
     *
     * @throws CommandException if the contents are not what they should be
     * @throws IOException if the system gave none
     */
    static <T> T read(Given<T> given) throws IOException {
        try {
            return given.contents();
        } catch (FileSystemException notRead) {
            throw notRead;
        } catch (IOException broken) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(broken.getMessage()), broken);
        }
    }
}
