package dev.wherry.cli;

import dev.wherry.RemoteException;
import dev.wherry.cli.json.JsonValueException;
import dev.wherry.cli.types.DescriptionException;
import dev.wherry.lab.plan.LabException;
import java.io.PrintWriter;
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
            case RemoteException remote -> ExitCode.of(remote.code());
            case DescriptionException refused -> ExitCode.REFUSED;
            case LabException lab -> ExitCode.USAGE;
            default -> ExitCode.FAILED;
        };
    }

    static String describe(Throwable failure) {
        String message = failure.getMessage();
        String text = switch (failure) {
            case RemoteException remote when remote.remoteClass() != null -> remote.remoteClass() + ": " + message;
            case CommandException own -> message;
            case RemoteException remote -> message;
            case DescriptionException refused -> message;
            case JsonValueException none -> message;
            case LabException lab -> message;
            default ->
                message == null
                        ? failure.getClass().getName()
                        : failure.getClass().getName() + ": " + message;
        };
        String line = Plain.line(
                text == null ? failure.getClass().getName() : text.strip().replaceAll("\\s*\\R\\s*", " "));
        return line.length() > LONGEST ? line.substring(0, LONGEST) + "..." : line;
    }
}
