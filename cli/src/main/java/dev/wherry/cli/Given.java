package dev.wherry.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;

/** Reads the input of a command. Invalid input is reported as a mistake of the user, not as a failure of the command. */
@FunctionalInterface
interface Given<T> {
    T contents() throws IOException;

    /**
     * Returns the contents.
     *
     * @throws CommandException if the contents are invalid
     * @throws IOException if the system cannot read them
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
