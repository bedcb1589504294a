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

/** Prints a failure as one line on the error stream, with a line for each of its details, and decides the exit status. */
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
            if (failure instanceof CommandException own) {
                own.details().forEach(each -> err.println("  " + line(each)));
            }
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
            // The message of an exception of a called method names its class already.
            case IOException local when message != null -> message;
            default ->
                message == null
                        ? failure.getClass().getName()
                        : failure.getClass().getName() + ": " + message;
        };
        return line(text == null ? failure.getClass().getName() : text);
    }

    private static String line(String text) {
        String line = Plain.line(text.strip().replaceAll("\\s*\\R\\s*", " "));
        return line.length() > LONGEST ? line.substring(0, LONGEST) + "..." : line;
    }

    /** Leaves out how to register the class of the exception: only the programs at both ends can do that. */
    private static String thrown(CallException failure, String className) {
        String message = String.valueOf(failure.getMessage());
        int advice = message.indexOf(" " + CodecException.refused(className, "").getMessage());
        int end = message.lastIndexOf(" (");
        if (advice >= 0 && advice < end) {
            return message.substring(0, advice) + message.substring(end);
        }
        return message.contains(className) ? message : className + ": " + message;
    }

    /** Returns the reason. The JDK's commonest exceptions state it by their class only, and not in their message. */
    private static String describe(FileSystemException failure) {
        String file = failure.getFile();
        return switch (failure) {
            case NoSuchFileException _ -> "No such file or directory: " + file;
            case AccessDeniedException _ -> "Permission denied: " + file;
            case NotDirectoryException _ -> "Not a directory: " + file;
            case DirectoryNotEmptyException _ -> "Directory not empty: " + file;
            case FileAlreadyExistsException _ -> "File already exists: " + file;
            default -> String.valueOf(failure.getMessage());
        };
    }
}
