package dev.wherry.cli;

import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Peer;
import dev.wherry.cli.json.JsonValues;
import dev.wherry.cli.types.Described;
import dev.wherry.cli.types.GeneratedClasses;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A call that is ready to be made, with classes that are generated from the server's description of the interface. */
record DescribedCall(Peer peer, String name, Class<?> type, JsonValues values, Methods.Chosen chosen) {
    static DescribedCall of(Peer peer, MethodName wanted, List<String> arguments) {
        Described described = Described.of(peer.describe(wanted.name()));
        GeneratedClasses classes = new GeneratedClasses(described);
        JsonValues values = new JsonValues(classes);
        Methods.Chosen chosen = new Methods(described, classes, values).choose(wanted.method(), arguments);
        return new DescribedCall(peer, wanted.name(), classes.type(), values, chosen);
    }

    Object stub(CallOptions options) {
        return Calls.with(peer.lookup(name, type), options);
    }

    @Nullable
    Object invoke(Object stub) {
        try {
            Object result = chosen.method().invoke(stub, chosen.arguments().toArray());
            return result instanceof CompletionStage<?> stage
                    ? stage.toCompletableFuture().join()
                    : result;
        } catch (InvocationTargetException | CompletionException e) {
            throw thrown(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("The generated interface is public", e);
        }
    }

    private static RuntimeException thrown(@Nullable Throwable cause) {
        return switch (cause) {
            case Error error -> throw error;
            case RuntimeException unchecked -> unchecked;
            case null -> new IllegalStateException("A call failed without a reason");
            default -> new CommandException(ExitCode.FAILED, String.valueOf(cause), cause);
        };
    }
}
