package dev.wherry.dds;

import dev.wherry.EndpointOptions;
import dev.wherry.ExtensionOption;
import dev.wherry.dds.qos.QosSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The options of an endpoint for DDS, set by {@code EndpointOptions.builder().with(options)}. All endpoints of a process that use one
 * domain need the same {@linkplain #configuration() configuration}. Immutable; for any thread.
 */
public final class DdsOptions implements ExtensionOption {
    /** The name of the default engine, Eclipse Cyclone DDS. */
    public static final String CYCLONE = "cyclone";

    private static final DdsOptions DEFAULTS = builder().build();

    /**
     * A participant that was killed holds up the writers of the others, once so many bytes wait for its acknowledgement, until its lease is
     * over. Fast DDS needs the hashes of keys to notice that a reader or writer has left.
     */
    private static final String OWN_DEFAULTS = "<CycloneDDS><Domain id=\"any\">"
            + "<Discovery><LeaseDuration>2s</LeaseDuration></Discovery>"
            + "<Internal><Watermarks><WhcHigh>8MB</WhcHigh></Watermarks>"
            + "<GenerateKeyhash>true</GenerateKeyhash></Internal></Domain></CycloneDDS>";

    private static final String LOOPBACK = """
            <CycloneDDS><Domain id="any">
            <General><Interfaces><NetworkInterface name="lo" multicast="false"/></Interfaces>
            <AllowMulticast>false</AllowMulticast></General>
            <Discovery><ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>30</MaxAutoParticipantIndex>
            <Peers><Peer address="127.0.0.1"/></Peers><SPDPInterval>1s</SPDPInterval></Discovery>
            </Domain></CycloneDDS>""";

    private final String engine;
    private final boolean isXcdr1;
    private final boolean isLoopback;
    private final @Nullable Duration lease;
    private final List<String> peers;
    private final String configuration;
    private final Duration findTimeout;
    private final Duration writeTimeout;
    private final Threading threading;
    private final int poolSize;
    private final String qos;
    private final @Nullable Replication replication;

    /** The threads that run the calls of a listener. */
    public enum Threading {
        /**
         * A virtual thread for each call, or the thread that receives requests for a method whose calls were seen to be quick. At most
         * {@link Builder#poolSize} calls run at one time of services that have operations with a priority: the others wait in order.
         */
        VIRTUAL,
        /** One platform thread for all calls, in the order of their priorities, and then in that in which they were received. */
        SINGLE,
        /** Some platform threads for all calls; see {@link Builder#poolSize}. */
        POOL,
        /** A platform thread for each bound name, which runs its calls in the order of {@link #SINGLE}. */
        PER_SERVICE
    }

    private DdsOptions(Builder builder) {
        engine = builder.engine;
        isXcdr1 = builder.isXcdr1;
        isLoopback = builder.isLoopback;
        lease = builder.lease;
        peers = builder.peers;
        configuration = engine.equals(CYCLONE)
                ? configurationOfCyclone(builder)
                : Objects.requireNonNullElse(builder.configuration, "");
        findTimeout = builder.findTimeout;
        writeTimeout = builder.writeTimeout;
        threading = builder.threading;
        poolSize = builder.poolSize;
        qos = builder.qos;
        replication = builder.replication;
    }

    private static String configurationOfCyclone(Builder builder) {
        String set = builder.configuration == null ? environment() : builder.configuration;
        return Stream.of(
                        OWN_DEFAULTS,
                        builder.isLoopback ? LOOPBACK : set,
                        builder.lease == null ? "" : configurationOf(builder.lease),
                        builder.peers.isEmpty() ? "" : configurationOf(builder.peers))
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(","));
    }

    private static String environment() {
        return Objects.requireNonNullElse(System.getenv("CYCLONEDDS_URI"), "");
    }

    private static String configurationOf(Duration lease) {
        return "<CycloneDDS><Domain id=\"any\"><Discovery><LeaseDuration>" + lease.toMillis()
                + "ms</LeaseDuration></Discovery></Domain></CycloneDDS>";
    }

    private static String configurationOf(List<String> peers) {
        return peers.stream()
                .map(each -> "<Peer address=\"" + each + "\"/>")
                .collect(Collectors.joining(
                        "",
                        "<CycloneDDS><Domain id=\"any\"><General><AllowMulticast>false</AllowMulticast></General>"
                                + "<Discovery><ParticipantIndex>auto</ParticipantIndex>"
                                + "<MaxAutoParticipantIndex>30</MaxAutoParticipantIndex><Peers>",
                        "</Peers></Discovery></Domain></CycloneDDS>"));
    }

    /** Returns the options of an endpoint that sets none. */
    public static DdsOptions defaults() {
        return DEFAULTS;
    }

    /** Returns the options of an endpoint, which are the defaults if it sets none. */
    public static DdsOptions in(EndpointOptions options) {
        DdsOptions own = options.extension(DdsOptions.class);
        return own == null ? DEFAULTS : own;
    }

    /** Returns a builder that has the defaults set. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the name of the engine. */
    public String engine() {
        return engine;
    }

    /** Returns whether calls are encoded in XCDR1, whatever the engine allows. */
    public boolean isXcdr1() {
        return isXcdr1;
    }

    /** Returns whether only processes of this machine find each other. */
    public boolean isLoopback() {
        return isLoopback;
    }

    /** Returns after which time a silent participant counts as gone; null if {@link Builder#lease} is not set. */
    public @Nullable Duration lease() {
        return lease;
    }

    /** Returns the hosts of {@link Builder#peers}. */
    public List<String> peers() {
        return peers;
    }

    /** Returns the engine's configuration. That of Cyclone DDS has the lease and the peers. */
    public String configuration() {
        return configuration;
    }

    /** Returns how long a look-up searches for a service. The timeout of the endpoint holds too. */
    public Duration findTimeout() {
        return findTimeout;
    }

    /** Returns how long a request or a reply waits for readers that lag behind before it fails. */
    public Duration writeTimeout() {
        return writeTimeout;
    }

    /** Returns which threads run calls. */
    public Threading threading() {
        return threading;
    }

    /** Returns the text of {@link Builder#qos}; empty: none. */
    public String qos() {
        return qos;
    }

    /** Returns how servers of one name serve it together; null if nothing is done for that. */
    public @Nullable Replication replication() {
        return replication;
    }

    /** Returns how many threads {@link Threading#POOL} has. */
    public int poolSize() {
        return poolSize;
    }

    /** Builds options. For one thread. */
    public static final class Builder {
        private String engine = CYCLONE;
        private boolean isXcdr1;
        private boolean isLoopback;
        private @Nullable String configuration;
        private @Nullable Duration lease;
        private List<String> peers = List.of();
        private Duration findTimeout = Duration.ofSeconds(10);
        private Duration writeTimeout = Duration.ofSeconds(5);
        private Threading threading = Threading.VIRTUAL;
        private String qos = "";
        private @Nullable Replication replication;
        private int poolSize = Math.max(2, Runtime.getRuntime().availableProcessors());

        private Builder() {}

        /**
         * Chooses the implementation of DDS by its name: {@value DdsOptions#CYCLONE} (default), or {@code fast-dds} with the artifact
         * {@code wherry-dds-fast}. Another name makes listening, look-ups and {@link DataSpace#join} fail, with the names that there are.
         *
         * <p>Fast DDS sends XCDR1, as {@link #xcdr1} does, and has calls of services alone. It refuses what it cannot do, such as topics,
         * states, discovery, and policies by DDS-XML.
         */
        public Builder engine(String name) {
            engine = Objects.requireNonNull(name, "name");
            return this;
        }

        /**
         * Encodes the calls of services in XCDR1, the older encoding, which every vendor has (default: in XCDR2). Both ends need it; a
         * program with the engine {@code fast-dds} always does so. All types are final then: both ends need the same members. Types that are
         * {@link Mutable} are refused.
         */
        public Builder xcdr1() {
            isXcdr1 = true;
            return this;
        }

        /**
         * Sets the configuration of the engine, Eclipse Cyclone DDS, in its own XML (default: that of the environment variable {@code
         * CYCLONEDDS_URI}). What it leaves out is the engine's default, but for a lease of 2 s, and 8 MB that a writer keeps for readers
         * that lag behind before it waits for them.
         */
        public Builder configuration(String xml) {
            configuration = Objects.requireNonNull(xml, "xml");
            isLoopback = false;
            return this;
        }

        /**
         * Sets the configuration to one for tests: only processes of this machine find each other, without multicast. At most 30
         * participants of a domain do.
         */
        public Builder loopback() {
            configuration = null;
            isLoopback = true;
            return this;
        }

        /**
         * Names the hosts on which other participants are found, without multicast (default: none, and all hosts in reach of multicast
         * are found). All participants need it, and each host at most 30 of a domain.
         *
         * @param hosts names or addresses, this host's too if it has other participants
         * @throws IllegalArgumentException if one is not a name or address, or there are more than 100
         */
        public Builder peers(String... hosts) {
            for (String each : hosts) {
                if (!each.matches("[A-Za-z0-9._:%-]{1,255}")) {
                    throw new IllegalArgumentException("'" + each + "' is not the name or the address of a host");
                }
            }
            if (hosts.length > 100) {
                throw new IllegalArgumentException(hosts.length + " peers are more than the limit of 100");
            }
            peers = List.of(hosts);
            return this;
        }

        /**
         * Sets after which time without a sign of life a participant counts as gone (default 2 s). A process that is stopped
         * for that long is gone too, and found again when it goes on.
         *
         * @throws IllegalArgumentException if it is below 10 ms
         */
        public Builder lease(Duration time) {
            if (time.compareTo(Duration.ofMillis(10)) < 0) {
                throw new IllegalArgumentException("A lease must be at least 10 ms, not " + time);
            }
            lease = time;
            return this;
        }

        /**
         * Sets how long a look-up searches for a service (default 10 s). It ends with {@code NOT_FOUND} then.
         *
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder findTimeout(Duration most) {
            findTimeout = positive(most, "A find timeout");
            return this;
        }

        /**
         * Sets how long a request or a reply waits for readers that lag behind (default 5 s). A request fails with {@code UNAVAILABLE}
         * then, and a reply is dropped.
         *
         * @throws IllegalArgumentException if it is not positive, or above a minute
         */
        public Builder writeTimeout(Duration most) {
            if (most.compareTo(Duration.ofMinutes(1)) > 0) {
                throw new IllegalArgumentException("A write timeout is at most a minute, not " + most);
            }
            writeTimeout = positive(most, "A write timeout");
            return this;
        }

        /** Sets which threads run calls (default {@link Threading#VIRTUAL}). */
        public Builder threading(Threading policy) {
            threading = Objects.requireNonNull(policy, "policy");
            return this;
        }

        /**
         * Sets how many threads {@link Threading#POOL} has (default: the number of processors, at least 2).
         *
         * @throws IllegalArgumentException if it is not positive
         */
        public Builder poolSize(int threads) {
            if (threads < 1) {
                throw new IllegalArgumentException("A pool has at least one thread, not " + threads);
            }
            poolSize = threads;
            return this;
        }

        /**
         * Sets policies of services, operations and topics by a text of XML (default: none). It is stronger than {@link QualityOfService}.
         * Both ends of a service need the same. Two forms are accepted:
         *
         * <ul>
         *   <li>DDS-XML: {@code <dds><qos_library name="bank"><qos_profile name="deposit">}. The library is named as the bound name or as
         *       the interface without its package, the profile as an operation, or {@code service} for all that have none. For a topic,
         *       the library is {@code topics}, and the profile is named as the topic. Entities that are named {@code request} or {@code
         *       reply} are for these only.
         *   <li>That of OpenSplice RMI: {@code <dcps><domain id="0"><topic name="deposit_req">}, or {@code deposit_reply}, or the full
         *       name of a topic as it is in the domain. Only the topics of the domain that is joined are used, and those of a {@code
         *       <domain>} without an id, which are weaker.
         * </ul>
         *
         * @throws IllegalArgumentException if it is not valid; the message has the line
         */
        public Builder qos(String xml) {
            QosSource.parse(xml, 0);
            qos = xml;
            return this;
        }

        /**
         * Sets policies by a file, which is read at once, as {@link #qos(String)} does.
         *
         * @throws IOException if the file cannot be read
         */
        public Builder qos(Path file) throws IOException {
            return qos(Files.readString(file));
        }

        /**
         * Sets how several servers of one name serve it together. Both ends need the same kind. It is stronger than other policies. (Default:
         * a name has one server: a look-up that finds several is refused.)
         */
        public Builder replication(Replication with) {
            replication = Objects.requireNonNull(with, "with");
            return this;
        }

        private static Duration positive(Duration time, String what) {
            if (time.isNegative() || time.isZero()) {
                throw new IllegalArgumentException(what + " must be positive, not " + time);
            }
            return time;
        }

        /** Returns the options. */
        public DdsOptions build() {
            return new DdsOptions(this);
        }
    }
}
