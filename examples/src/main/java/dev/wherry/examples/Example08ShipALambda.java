package dev.wherry.examples;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.Tasks;
import java.util.List;

/**
 * A lambda that runs elsewhere.
 *
 * <p>An endpoint refuses code by default; these hosts accept it. They are in the same JVM, but their class loader has only
 * the JDK and Wherry: all other classes of the tasks have travelled. This is not a sandbox. The guide says whose code to
 * accept.
 */
public final class Example08ShipALambda {
    private record Word(String text) {
        int letters() {
            return text.length();
        }

        static String home() {
            return Word.class.getClassLoader().getName();
        }
    }

    private Example08ShipALambda() {}

    public static void main(String... arguments) throws Exception {
        // @start region=policy
        MobilityPolicy policy = MobilityPolicy.builder()
                .acceptAnyone() // for loopback only
                .host(ClassLoader.getPlatformClassLoader())
                .build();
        // @end
        // @start region=ship
        try (var host = Endpoint.listen(
                        "tcp://127.0.0.1:0",
                        EndpointOptions.builder().with(policy).build());
                var client = Endpoint.create()) {
            var tasks = Tasks.at(client.connect(host.address().toString()));

            System.out.println("there: " + tasks.call(() -> 6 * 7));

            List<Word> words = List.of(new Word("wherry"), new Word("boat"));
            int letters =
                    tasks.call(() -> words.stream().mapToInt(Word::letters).sum());
            System.out.println("letters: " + letters);
            // @end

            System.out.println("of: " + tasks.call(Word::home));
        }
    }
}
