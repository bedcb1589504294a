package dev.wherry.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.wherry.Answers;
import dev.wherry.Answers.Answer;
import dev.wherry.Answers.Failure;
import dev.wherry.Answers.Value;
import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.dds.DataSpace;
import dev.wherry.dds.DataTopic;
import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.Discovery;
import dev.wherry.dds.Key;
import dev.wherry.dds.Names;
import dev.wherry.dds.OutParameters;
import dev.wherry.dds.QualityOfService;
import dev.wherry.dds.Replication;
import dev.wherry.dds.RosService;
import dev.wherry.dds.SharedState;
import dev.wherry.dds.StateOptions;
import dev.wherry.dds.TopicOptions;
import dev.wherry.dds.TopicWriter;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The code of the page on DDS. Skipped where the build could not fetch the C library, but not in CI. */
@Timeout(60)
class DdsTest {
    // @start region=options
    private static final EndpointOptions OPTIONS = EndpointOptions.builder()
            .with(DdsOptions.builder().loopback().lease(Duration.ofSeconds(2)).build())
            .build();
    // @end

    public interface Greeter {
        String greet(String name);
    }

    // @start region=ros
    public interface Adder {
        @RosService("example_interfaces/srv/AddTwoInts")
        Sum addTwoInts(long a, long b);
    }

    @OutParameters
    public record Sum(long sum) {}
    // @end

    // @start region=qos
    public interface Ward {
        void note(String text);

        @QualityOfService(priority = 10)
        String alarm(int bed);
    }
    // @end

    // @start region=quote
    public record Quote(@Key String symbol, long price) {}
    // @end

    // @start region=state
    public record Account(@Key String owner, long balance) {}

    public interface Bank {
        long deposit(String owner, long amount);
    }

    public record SharedBank(SharedState<Account> accounts) implements Bank {
        @Override
        public long deposit(String owner, long amount) {
            return accounts.update(
                            before -> new Account(
                                    owner, before.map(Account::balance).orElse(0L) + amount),
                            owner)
                    .balance();
        }
    }
    // @end

    @BeforeAll
    static void needsTheLibrary() {
        boolean there = DdsOptions.class.getResource("/META-INF/native/linux-x86_64/libddsc.so") != null
                || System.getenv("WHERRY_DDS_LIBRARY") != null;
        assumeTrue(there || "true".equals(System.getenv("CI")), "the C library of DDS is not there");
    }

    @Test
    void callsAServiceOfRos() {
        try (Endpoint server = Endpoint.create(OPTIONS);
                Endpoint client = Endpoint.create(OPTIONS)) {
            server.bind("add_two_ints", Adder.class, (a, b) -> new Sum(a + b));
            server.listenAt("dds://0");
            Adder adder = client.lookup("dds://0/add_two_ints", Adder.class);
            assertThat(adder.addTwoInts(2, 3)).isEqualTo(new Sum(5));
        }
    }

    @Test
    void servesAndCalls() {
        // @start region=serve
        Endpoint server = Endpoint.create(OPTIONS);
        server.bind("greeter", Greeter.class, name -> "Hello " + name);
        server.listenAt("dds://0");
        // @end
        try (server;
                Endpoint client = Endpoint.create(OPTIONS)) {
            // @start region=client
            Greeter greeter = client.lookup("dds://0/greeter", Greeter.class);
            // @end
            assertThat(greeter.greet("Ada")).isEqualTo("Hello Ada");
        }
    }

    @Test
    void choosesAnEngine() {
        // @start region=engine
        DdsOptions fast = DdsOptions.builder().engine("fast-dds").loopback().build();
        // @end
        // @start region=xcdr1
        DdsOptions cyclone = DdsOptions.builder().xcdr1().loopback().build();
        // @end
        assertThatThrownBy(() -> DataSpace.join("dds://0", fast))
                .hasMessageContaining("'fast-dds', but [cyclone]")
                .hasMessageContaining("wherry-dds-fast");
        EndpointOptions options = EndpointOptions.builder().with(cyclone).build();
        try (Endpoint server = Endpoint.create(options);
                Endpoint client = Endpoint.create(options)) {
            server.bind("older", Greeter.class, name -> "Hello " + name);
            server.listenAt("dds://0");
            assertThat(client.lookup("dds://0/older", Greeter.class).greet("Ada"))
                    .isEqualTo("Hello Ada");
        }
    }

    @Test
    void takesPoliciesFromXml() {
        // @start region=qosxml
        DdsOptions dds = DdsOptions.builder()
                .loopback()
                .lease(Duration.ofSeconds(2))
                .qos("""
                        <dds><qos_library name="ward"><qos_profile name="note"><datawriter_qos>
                          <lifespan><duration><sec>5</sec></duration></lifespan>
                        </datawriter_qos></qos_profile></qos_library></dds>""")
                .build();
        EndpointOptions options = EndpointOptions.builder().with(dds).build();
        // @end
        try (Endpoint server = Endpoint.create(options);
                Endpoint client = Endpoint.create(options)) {
            server.bind("ward", Ward.class, new Ward() {
                @Override
                public void note(String text) {}

                @Override
                public String alarm(int bed) {
                    return "at bed " + bed;
                }
            });
            server.listenAt("dds://0");
            Ward ward = client.lookup("dds://0/ward", Ward.class);
            ward.note("all quiet");
            assertThat(ward.alarm(7)).isEqualTo("at bed 7");
        }
    }

    @Test
    void publishesAndSubscribes() throws Exception {
        DdsOptions dds = Objects.requireNonNull(OPTIONS.extension(DdsOptions.class));
        BlockingQueue<Quote> received = new LinkedBlockingQueue<>();
        Flow.Subscriber<Quote> subscriber = new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(Quote quote) {
                received.add(quote);
            }

            @Override
            public void onError(Throwable failure) {}

            @Override
            public void onComplete() {}
        };
        try (DataSpace space = DataSpace.join("dds://0", dds)) {
            // @start region=topic
            TopicOptions last =
                    TopicOptions.builder().keepLast(1).transientLocal().build();
            DataTopic<Quote> quotes = space.topic("quotes", Quote.class, last);
            TopicWriter<Quote> writer = quotes.writer();
            writer.publish(new Quote("WHR", 42));
            quotes.subscribe(subscriber);
            // @end
            assertThat(received.poll(30, TimeUnit.SECONDS)).isEqualTo(new Quote("WHR", 42));
        }
    }

    @Test
    void sharesState() throws Exception {
        DdsOptions dds = Objects.requireNonNull(OPTIONS.extension(DdsOptions.class));
        // @start region=join
        DataSpace space = DataSpace.join("dds://0", dds);
        SharedState<Account> accounts = space.state(
                "accounts", Account.class, StateOptions.builder().keptByAll().build());
        // @end
        try (space;
                Endpoint server = Endpoint.create(OPTIONS);
                Endpoint client = Endpoint.create(OPTIONS)) {
            // @start region=bank
            server.bind("bank", Bank.class, new SharedBank(accounts));
            // @end
            URI address = server.listenAt("tcp://127.0.0.1:0");
            Bank bank = client.lookup(address + "/bank", Bank.class);
            assertThat(bank.deposit("ann", 5)).isEqualTo(5);
            assertThat(accounts.get("ann").orElseThrow().balance()).isEqualTo(5);
        }
    }

    @Test
    void bindsNames() {
        DdsOptions dds = Objects.requireNonNull(OPTIONS.extension(DdsOptions.class));
        try (DataSpace space = DataSpace.join("dds://0", dds);
                Endpoint endpoint = Endpoint.create(OPTIONS);
                Endpoint client = Endpoint.create(OPTIONS)) {
            endpoint.bind("greeter", Greeter.class, name -> "Hello " + name);
            String server = endpoint.listenAt("tcp://127.0.0.1:0").toString();
            // @start region=names
            Names names = space.names();
            names.bind("shop", server + "/greeter");
            Greeter greeter = client.lookup("dds-name://shop@0/greeter", Greeter.class);
            // @end
            assertThat(greeter.greet("Ada")).isEqualTo("Hello Ada");
        }
    }

    public interface Thermometer {
        double degrees();
    }

    @Test
    void callsAllServers() throws Exception {
        EndpointOptions options = EndpointOptions.builder()
                .with(DdsOptions.builder()
                        .loopback()
                        .lease(Duration.ofSeconds(2))
                        .replication(Replication.first())
                        .build())
                .build();
        try (Endpoint one = Endpoint.create(options);
                Endpoint other = Endpoint.create(options);
                Endpoint client = Endpoint.create(options)) {
            one.bind("thermometer", Thermometer.class, () -> 20);
            one.listenAt("dds://0");
            other.bind("thermometer", Thermometer.class, () -> 22);
            other.listenAt("dds://0");
            Thermometer stub = client.lookup("dds://0/thermometer", Thermometer.class);
            Thermometer quick = Calls.with(stub, CallOptions.ofTimeout(Duration.ofSeconds(2)));
            long values = 0;
            while (values < 2) { // the second server is found a moment later
                values = Calls.toAll(quick, Thermometer::degrees).all().get().stream()
                        .filter(Value.class::isInstance)
                        .count();
            }
            // @start region=toall
            Answers<Double> answers = Calls.toAll(stub, Thermometer::degrees);
            double first = answers.first().get();
            List<Double> two = answers.quorum(2).get();
            for (Answer<Double> each : answers.all().get()) {
                switch (each) {
                    case Value<Double> value -> System.out.println(value.server() + " has " + value.value());
                    case Failure<Double> failure -> System.out.println(failure.server() + ": " + failure.cause());
                }
            }
            // @end
            assertThat(two).contains(first).containsExactlyInAnyOrder(20.0, 22.0);
        }
    }

    @Test
    void watchesTheDomain() {
        DdsOptions dds = Objects.requireNonNull(OPTIONS.extension(DdsOptions.class));
        try (DataSpace space = DataSpace.join("dds://0", dds)) {
            // @start region=discovery
            Discovery discovery = space.discovery(new Discovery.Listener() {
                @Override
                public void joined(Discovery.Participant participant) {
                    System.out.println(participant.process() + " on " + participant.host() + " has joined");
                }
            });
            // @end
            discovery.close();
        }
    }

    @Test
    void choosesAmongServers() {
        // @start region=replication
        DdsOptions strong =
                DdsOptions.builder().replication(Replication.exclusive(2)).build();
        DdsOptions weak =
                DdsOptions.builder().replication(Replication.exclusive(1)).build();
        DdsOptions client =
                DdsOptions.builder().replication(Replication.exclusive(0)).build();
        // @end
        assertThat(List.of(strong, weak, client))
                .extracting(each -> Objects.requireNonNull(each.replication()).strength())
                .containsExactly(2, 1, 0);
    }
}
