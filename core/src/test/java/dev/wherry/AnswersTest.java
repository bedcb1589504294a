package dev.wherry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class AnswersTest {
    private static String failure(CompletableFuture<?> gathered) {
        Throwable failure = gathered.handle((_, failed) -> failed).join();
        return String.valueOf((failure instanceof CompletionException ? failure.getCause() : failure).getMessage());
    }

    @Test
    void namesTheServersThatHaveFailedAndTheirFailures() {
        Map<String, CompletableFuture<String>> servers = new LinkedHashMap<>();
        servers.put("a", CompletableFuture.completedFuture("value"));
        servers.put("b", CompletableFuture.failedFuture(new IllegalStateException("no paper")));
        servers.put("c", CompletableFuture.failedFuture(new IllegalArgumentException("no ink")));
        assertThat(failure(Answers.of(servers).quorum(2)))
                .isEqualTo("Values of 2 servers were asked for, and 2 of the 3 known servers have failed"
                        + "; b: java.lang.IllegalStateException: no paper"
                        + "; c: java.lang.IllegalArgumentException: no ink");
    }

    @Test
    void reportsThatMoreValuesAreAskedForThanServersAreKnown() {
        Answers<String> answers = Answers.of("a", new CompletableFuture<>());
        assertThat(failure(answers.quorum(99)))
                .isEqualTo("Values of 99 servers were asked for, and 0 of the 1 known servers have failed");
    }
}
