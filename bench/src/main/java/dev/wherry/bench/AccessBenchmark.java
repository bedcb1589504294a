package dev.wherry.bench;

import dev.wherry.Authorizer;
import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.access.AccessPolicy;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The time that an access policy adds to a call: a decision that it has made before, and with a limit of the rate. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class AccessBenchmark {
    private final Identity caller = new Identity(
            "tls",
            "spiffe://bank.example/teller-7",
            Map.of("ip", "10.1.2.3", "subject", "CN=teller-7", "fingerprint", "ab12"));
    private final Authorizer allowing = authorizer(policy());
    private final Authorizer limiting = authorizer(policy().limitRate("bank", 1_000_000, 2_000_000_000));
    private final Method method;

    public AccessBenchmark() {
        try {
            method = CharSequence.class.getMethod("length");
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Authorizer authorizer(AccessPolicy.Builder policy) {
        return policy.build()
                .applyTo(EndpointOptions.builder())
                .build()
                .authorizers()
                .getFirst();
    }

    private static AccessPolicy.Builder policy() {
        return AccessPolicy.builder()
                .role("teller", "tls spiffe://bank.example/*")
                .allow("teller", "bank");
    }

    /** Allows a call by a kept decision. */
    @Benchmark
    public void allow() {
        allowing.authorize(new Authorizer.Request(caller, "bank", method, Map.of()));
    }

    /** Allows a call and counts it. */
    @Benchmark
    public void allowAndCount() {
        limiting.authorize(new Authorizer.Request(caller, "bank", method, Map.of()));
    }
}
