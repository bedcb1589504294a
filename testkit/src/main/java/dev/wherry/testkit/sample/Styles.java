package dev.wherry.testkit.sample;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One method in each style but one-way, for which there is {@link Bell}. */
public interface Styles {
    int now(int number);

    CompletableFuture<Integer> later(int number);

    CompletionStage<Integer> stage(int number);

    void nothing();

    CompletableFuture<Void> nothingLater();
}
