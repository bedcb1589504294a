package dev.wherry.examples;

import dev.wherry.Calls;
import dev.wherry.Endpoint;
import java.util.concurrent.CompletableFuture;

/**
 * Two ways to have several calls under way at once.
 *
 * <p>A method that returns a CompletableFuture (or CompletionStage) never waits: the future is completed when the answer is
 * received. Any other method can be called in the same manner through Calls.async, so that an interface need not be written
 * for it.
 */
public final class Example02Futures {
    public interface Weather {
        int degrees(String city);

        // @start region=declared
        CompletableFuture<Integer> forecast(String city);
        // @end
    }

    private record Almanac() implements Weather {
        @Override
        public int degrees(String city) {
            return city.length();
        }

        @Override
        public CompletableFuture<Integer> forecast(String city) {
            return CompletableFuture.completedFuture(city.length() + 1);
        }
    }

    private Example02Futures() {}

    public static void main(String... arguments) {
        try (var server = Endpoint.listen("tcp://127.0.0.1:0");
                var client = Endpoint.create()) {
            server.bind("weather", Weather.class, new Almanac());
            Weather weather = client.lookup(server.address() + "/weather", Weather.class);

            CompletableFuture<Integer> tomorrow = weather.forecast("Oslo");
            // @start region=async
            CompletableFuture<Integer> today = Calls.async(weather, w -> w.degrees("Oslo"));
            // @end

            System.out.println("Oslo today " + today.join() + ", tomorrow " + tomorrow.join());
        }
    }
}
