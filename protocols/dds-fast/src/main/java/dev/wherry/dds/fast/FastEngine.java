package dev.wherry.dds.fast;

import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Participant;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.types.Representation;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** eProsima Fast DDS in this process. It refuses what its binding for Java cannot do. */
final class FastEngine implements Engine {
    private static final Duration LEASE = Duration.ofSeconds(2);

    @Override
    public String name() {
        return "eProsima Fast DDS 2.14 (ihmc-pub-sub)";
    }

    /** Returns XCDR1, which is all that the binding announces. */
    @Override
    public Representation representation() {
        return Representation.XCDR1;
    }

    /** Joins a domain, which other hosts join too. A configuration is refused: a wrong one would end the JVM. */
    @Override
    public Participant open(int domain, String configuration) {
        if (!configuration.isEmpty()) {
            throw Refusal.of("A configuration of the engine");
        }
        return FastParticipant.open(domain, new ParticipantProfile(domain, LEASE, List.of(), false));
    }

    @Override
    public Participant open(int domain, DdsOptions options) {
        if (!options.configuration().isEmpty()) {
            throw Refusal.of("A configuration of the engine");
        }
        Duration lease = Objects.requireNonNullElse(options.lease(), LEASE);
        return FastParticipant.open(
                domain, new ParticipantProfile(domain, lease, options.peers(), options.isLoopback()));
    }

    @Override
    public Qos profile(String xml, EntityKind kind, String name, Qos base) {
        throw Refusal.of("The profile '" + name + "' of DDS-XML");
    }
}
