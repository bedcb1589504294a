package dev.wherry.jwt;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.lang.JoseException;
import org.jspecify.annotations.Nullable;

/**
 * The keys at a URL. One thread at a time fetches them, at most once in the shortest pause, whether or not that succeeds. While the URL
 * cannot be read, keys that were fetched before remain in use for a day.
 */
final class FetchedKeys implements KeySource {
    private static final int MOST_BYTES = 256 << 10;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration KEPT = Duration.ofMinutes(10);
    private static final Duration LONGEST = Duration.ofDays(1);

    private final URI from;
    private final Duration pause;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private volatile @Nullable Fetched last;
    /** Guarded by this. */
    private long tried;

    private boolean hasTried;
    private String failure = "";

    private record Fetched(List<JsonWebKey> keys, long at) {}

    FetchedKeys(URI from, Duration pause) {
        this.from = from;
        this.pause = pause;
    }

    @Override
    public List<JsonWebKey> keys() {
        Fetched known = last;
        return known != null && isWithin(known.at, KEPT) ? known.keys : newer();
    }

    @Override
    public synchronized List<JsonWebKey> newer() {
        if (!hasTried || !isWithin(tried, pause)) {
            fetch();
        }
        Fetched known = last;
        if (known == null || !isWithin(known.at, LONGEST)) {
            throw new CallException(
                            Code.UNAVAILABLE, "Tokens cannot be verified now: the keys at " + from + " " + failure)
                    .withRetryAfter(pause);
        }
        return known.keys;
    }

    private static boolean isWithin(long since, Duration time) {
        return System.nanoTime() - since < time.toNanos();
    }

    private void fetch() {
        hasTried = true;
        try {
            HttpResponse<InputStream> answer = client.send(
                    HttpRequest.newBuilder(from)
                            .timeout(TIMEOUT)
                            .header("Accept", "application/json")
                            .build(),
                    HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = answer.body()) {
                last = new Fetched(parsed(answer.statusCode(), body), System.nanoTime());
            }
        } catch (IOException e) {
            failure = "cannot be fetched (" + e.getClass().getSimpleName() + ")";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = "were not fetched, since the thread was interrupted";
        } finally {
            tried = System.nanoTime();
        }
    }

    private static List<JsonWebKey> parsed(int status, InputStream body) throws IOException {
        byte[] bytes = body.readNBytes(MOST_BYTES + 1);
        if (status != 200 || bytes.length > MOST_BYTES) {
            throw new IOException("Status " + status + ", " + bytes.length + " bytes");
        }
        try {
            return new JsonWebKeySet(new String(bytes, StandardCharsets.UTF_8)).getJsonWebKeys();
        } catch (JoseException | RuntimeException e) { // of its parser, if this is other JSON
            throw new IOException("This is not a set of keys", e);
        }
    }
}
