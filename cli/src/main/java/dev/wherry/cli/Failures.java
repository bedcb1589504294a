package dev.wherry.cli;

import dev.wherry.CallException;
import dev.wherry.cli.json.JsonValueException;
import dev.wherry.cli.types.DescriptionException;
import dev.wherry.lab.plan.LabException;
import dev.wherry.spi.CodecException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import picocli.CommandLine;

/** Failures as a line or two on the error stream, and an exit status. */
final class Failures implements CommandLine.IExecutionExceptionHandler {
    private static final int LONGEST = 2_000;

    private final boolean stackTrace;

    Failures(boolean stackTrace) {
        this.stackTrace = stackTrace;
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
        PrintWriter err = command.getErr();
        if (stackTrace) {
            failure.printStackTrace(err);
        } else {
            err.println(command.getColorScheme().errorText("wherry: " + describe(failure)));
        }
        err.flush();
        return exit(failure).status();
    }

    static ExitCode exit(Throwable failure) {
        return switch (failure) {
            case CommandException own -> own.exit();
            case CallException remote -> ExitCode.of(remote.code());
            case DescriptionException refused -> ExitCode.REFUSED;
            case LabException lab -> ExitCode.USAGE;
            case NoSuchFileException none -> ExitCode.NOT_FOUND;
            default -> ExitCode.FAILED;
        };
    }

    static String describe(Throwable failure) {
        String message = failure.getMessage();
        String text = switch (failure) {
            case CallException remote when remote.remoteClass() != null -> thrown(remote, remote.remoteClass());
            case CommandException own -> message;
            case CallException remote -> message;
            case DescriptionException refused -> message;
            case JsonValueException none -> message;
            case LabException lab -> message;
            case FileSystemException file -> describe(file);
            // Of a called method's it has been said already whose it is.
            case IOException local when message != null -> message;
            default ->
                message == null
                        ? failure.getClass().getName()
                        : failure.getClass().getName() + ": " + message;
        };
        String line = Plain.line(
                text == null ? failure.getClass().getName() : text.strip().replaceAll("\\s*\\R\\s*", " "));
        return line.length() > LONGEST ? line.substring(0, LONGEST) + "..." : line;
    }

    /** That the class may not travel, and how it could, is of use to the programs at both ends alone. */
    private static String thrown(CallException failure, String className) {
        String message = String.valueOf(failure.getMessage());
        int advice = message.indexOf(" " + CodecException.refused(className, "").getMessage());
        int end = message.lastIndexOf(" (");
        if (advice >= 0 && advice < end) {
            return message.substring(0, advice) + message.substring(end);
        }
        return message.contains(className) ? message : className + ": " + message; // most name the class themselves
    }

    /** The system's reason, which it leaves to the class in what it meets most. */
    private static String describe(FileSystemException failure) {
        String file = failure.getFile();
        return switch (failure) {
            case NoSuchFileException _ -> "There is no file or directory " + file;
            case AccessDeniedException _ -> file + ": permission denied";
            case NotDirectoryException _ -> file + " is not a directory";
            case DirectoryNotEmptyException _ -> file + " is a directory that is not empty";
            case FileAlreadyExistsException _ -> file + " already exists";
            default -> String.valueOf(failure.getMessage());
        };
    }
}
