package dev.wherry.cli;

import dev.wherry.lab.plan.ServersOn;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** What a lab agent and those who use it both know. It is no option of either command: others could see it in the process list. */
final class AgentToken {
    private static final int BYTES = 16;

    private AgentToken() {}

    /** A random one. */
    static String make() {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** What the file holds, without white space around it. */
    static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException unreadable) {
            throw new CommandException(
                    ExitCode.NOT_FOUND,
                    "The token file '%s' cannot be read: %s. --token-file names one that has the agent's token in it"
                            .formatted(file, why(unreadable)),
                    unreadable);
        }
    }

    private static String why(IOException unreadable) {
        return switch (unreadable) {
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ -> "permission denied";
            case CharacterCodingException _ -> "it is no text in UTF-8";
            default -> String.valueOf(unreadable.getMessage());
        };
    }

    /** For an agent: from the file, or else from the environment. No agent is asked about one that it cannot have. */
    static String toShow(@Nullable Path file) {
        String told = file == null ? System.getenv(ServersOn.TOKEN) : read(file);
        if (told == null) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "The agent asks for its token: name a file that has it with --token-file, or set "
                            + ServersOn.TOKEN);
        }
        if (told.length() < ServersOn.SHORTEST_TOKEN) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "%s has %d characters, and no agent has a token of fewer than %d: is it the agent's?"
                            .formatted(
                                    file == null ? ServersOn.TOKEN : "The token file '%s'".formatted(file),
                                    told.length(),
                                    ServersOn.SHORTEST_TOKEN));
        }
        return told;
    }
}
