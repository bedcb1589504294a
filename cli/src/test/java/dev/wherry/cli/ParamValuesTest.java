package dev.wherry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Parameters and rates as options of {@code lab run}. */
@Timeout(300)
class ParamValuesTest {
    @Test
    void refusesRatesThatNobodyCanOffer() {
        refusesRate("0", "A rate of 0 calls a second cannot be offered; 1 to 10,000,000 can");
        refusesRate("-5", "A rate of -5 calls a second cannot be offered");
        refusesRate("1000,10000001", "A rate of 10,000,001 calls a second cannot be offered");
        refusesRate("1000,1000", "A rate was asked for twice: 1000, 1000");
        refusesRate("fast", "--rate fast: 'fast' is not a whole number; write --rate 1000,5000");
        refusesRate("1000,", "'' is not a whole number");
        refusesRate("1.5", "'1.5' is not a whole number");
        refusesRate("99999999999999999999", "99999999999999999999 is too large a number; write --rate 1000,5000");
        String tooMany = IntStream.rangeClosed(1, 33).mapToObj(String::valueOf).collect(Collectors.joining(","));
        refusesRate(tooMany, "33 rates were asked for; each is a cell of its own, and a run has 1 to 32 of them");
        assertThat(Ran.wherry("lab", "run", "--suite", "mobility", "--param", "rate=5")
                        .err())
                .contains("--param rate=5: write --rate 5");
    }

    private static void refusesRate(String rate, String words) {
        Ran ran = Ran.wherry("lab", "run", "--suite", "mobility", "--system", "rmi", "--rate=" + rate);
        assertThat(ran.err()).contains(words);
        assertThat(ran.status()).isEqualTo(2);
    }

    @Test
    void refusesValuesThatCannotBe() {
        refusesOfRemoting("payload=3", "speed takes 4 to 65,536 as payload, and 3 were asked for");
        refusesOfRemoting("payload=65537", "speed takes 4 to 65,536 as payload, and 65,537 were asked for");
        refusesOfRemoting("payload=-4", "payload takes 0 to 2,147,483,647, not -4");
        refusesOfRemoting("payload=1024,1024", "payload has a value twice: 1024, 1024");
        refusesOfRemoting("clients=0", "clients takes 1 to 1,000, not 0");
        refusesOfRemoting("payload=1K", "--param payload=1K: '1K' is not a whole number");
        refusesOfRemoting("payload=1e3", "'1e3' is not a whole number; write payload=1,16");
        refusesOfRemoting("moons=1", "Unknown parameter moons; known: ", "clients, ");
        refusesOfRemoting("=3", "--param =3: write a name and values, such as threads=1,16");
        refusesOfRemoting("payload", "--param payload: write a name and values, such as threads=1,16");
        refusesOfRemoting("calls=5", "counts no calls in the mode corrected", "add --mode faithful");
        assertThat(Ran.wherry("lab", "run", "--help").out()).contains("bytes=4096", "calls=5000");
    }

    @Test
    void takesAParameterOnce() {
        Ran ran = Ran.wherry("lab", "run", "--suite", "ejb", "--param", "threads=1", "--param", "threads=2");
        assertThat(ran.err())
                .startsWith("wherry: --param threads is given twice: give all its values once, such as threads=1,16");
        assertThat(ran.status()).isEqualTo(2);
    }

    private static void refusesOfRemoting(String param, String... words) {
        Ran ran = Ran.wherry("lab", "run", "--suite", "remoting", "--system", "rmi", "--param", param);
        assertThat(ran.err()).contains(words);
        assertThat(ran.status()).isEqualTo(2);
    }
}
