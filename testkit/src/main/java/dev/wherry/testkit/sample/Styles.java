package dev.wherry.testkit.sample;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A service with one method for each style of call. {@link Bell} has the one-way calls. */
public interface Styles {
    int now(int number);

    CompletableFuture<Integer> later(int number);

    CompletionStage<Integer> stage(int number);

    void nothing();

    CompletableFuture<Void> nothingLater();
}
