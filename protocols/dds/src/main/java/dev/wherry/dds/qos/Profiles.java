package dev.wherry.dds.qos;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Engine.EntityKind;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.qos.ChannelQos.TopicQos;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.stream.XMLStreamException;

/** The profiles of a text of DDS-XML. Their names are read here, their policies by the engine. Immutable. */
final class Profiles implements QosSource {
    private static final Map<String, EntityKind> KINDS = Map.of(
            "topic_qos", EntityKind.TOPIC,
            "publisher_qos", EntityKind.PUBLISHER,
            "subscriber_qos", EntityKind.SUBSCRIBER,
            "datawriter_qos", EntityKind.WRITER,
            "datareader_qos", EntityKind.READER);

    private final Set<Entity> entities = new LinkedHashSet<>();
    /** The profiles by their paths, each written anew as a text of its own. */
    private final Map<String, String> texts = new LinkedHashMap<>();

    /** @param name empty: it has none */
    private record Entity(String library, String profile, EntityKind kind, String name) {
        String profilePath() {
            return Profiles.path(library, profile);
        }

        /** Returns the path of the entity. */
        String path() {
            return profilePath() + (name.isEmpty() ? "" : "::" + name);
        }
    }

    /** Reads what is within {@code <dds>}. */
    Profiles(QosXml from) throws XMLStreamException {
        from.children(library -> {
            if (!library.equals("qos_library")) {
                from.skip();
                return;
            }
            String libraryName = from.name();
            from.children(profile -> {
                from.expect("qos_profile", profile);
                profile(libraryName, from);
            });
        });
    }

    private void profile(String library, QosXml from) throws XMLStreamException {
        if (from.attribute("base_name") != null) {
            throw from.failure("profiles with a base_name are not supported: the engine ignores it");
        }
        String profile = from.name();
        StringBuilder text = new StringBuilder();
        from.children(kind -> {
            EntityKind known = KINDS.get(kind);
            if (known != null) {
                String name = from.attribute("name");
                if (!entities.add(new Entity(library, profile, known, name == null ? "" : name))) {
                    throw from.failure("<" + kind + "> is there twice");
                }
            } else if (!kind.endsWith("participant_qos")) { // which is not used
                throw from.failure("a <qos_profile> has no <" + kind + ">");
            }
            text.append(from.copy());
        });
        String alone = "<dds><qos_library name=\"" + escaped(library) + "\"><qos_profile name=\"" + escaped(profile)
                + "\">" + text + "</qos_profile></qos_library></dds>";
        if (texts.put(path(library, profile), alone) != null) {
            throw from.failure("the profile '" + profile + "' of '" + library + "' is there twice");
        }
    }

    private static String path(String library, String profile) {
        return library + "::" + profile;
    }

    private static String escaped(String name) {
        return name.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    @Override
    public void check(Engine engine) {
        Map<String, RuntimeException> failures = new LinkedHashMap<>();
        for (Entity each : entities) {
            try {
                read(each, Qos.DEFAULT, engine);
            } catch (DdsException | IllegalArgumentException e) {
                failures.putIfAbsent(each.profilePath(), e);
            }
        }
        if (!failures.isEmpty()) {
            RuntimeException first = failures.values().iterator().next();
            throw new IllegalArgumentException(
                    "The QoS profile " + String.join(", ", failures.keySet()) + " is not accepted by " + engine.name()
                            + ". Correct its elements and values. " + first.getMessage(),
                    first);
        }
    }

    private Qos read(Entity entity, Qos base, Engine engine) {
        return engine.profile(
                Objects.requireNonNull(texts.get(entity.profilePath())), entity.kind, entity.path(), base);
    }

    @Override
    public boolean has(TopicPlace place) {
        return entities.stream().anyMatch(each -> isFor(each, place));
    }

    private static boolean isFor(Entity entity, TopicPlace place) {
        return place.libraries().contains(entity.library)
                && entity.profile.equals(place.profile())
                && (entity.name.isEmpty() || entity.name.equals(place.entity()));
    }

    @Override
    public TopicQos of(TopicPlace place, TopicQos base, Engine engine) {
        return new TopicQos(
                end(place, base.writer(), engine, EntityKind.PUBLISHER, EntityKind.WRITER),
                end(place, base.reader(), engine, EntityKind.SUBSCRIBER, EntityKind.READER));
    }

    private Qos end(TopicPlace place, Qos base, Engine engine, EntityKind group, EntityKind kind) {
        Qos qos = base;
        for (EntityKind each : List.of(EntityKind.TOPIC, group, kind)) {
            for (String library : place.libraries().reversed()) {
                for (String name : List.of("", place.entity())) {
                    Entity entity = new Entity(library, place.profile(), each, name);
                    if (entities.contains(entity)) {
                        qos = read(entity, qos, engine);
                    }
                }
            }
        }
        return qos;
    }

    @Override
    public Set<String> profiles(List<String> libraries) {
        Set<String> names = new TreeSet<>();
        entities.stream().filter(each -> libraries.contains(each.library)).forEach(each -> names.add(each.profile));
        return names;
    }
}
