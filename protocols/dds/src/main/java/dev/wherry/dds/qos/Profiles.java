package dev.wherry.dds.qos;

import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.Engine.EntityKind;
import dev.wherry.dds.engine.Qos;
import dev.wherry.dds.qos.ChannelQos.TopicQos;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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

    private final String text;
    private final Set<Entity> entities = new HashSet<>();

    /** @param name empty: it has none */
    private record Entity(String library, String profile, EntityKind kind, String name) {}

    /** Reads what is within {@code <dds>}. */
    Profiles(String text, QosXml from) throws XMLStreamException {
        this.text = text;
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
        from.children(kind -> {
            EntityKind known = KINDS.get(kind);
            if (known != null) {
                String name = from.attribute("name");
                if (!entities.add(new Entity(library, profile, known, name == null ? "" : name))) {
                    throw from.failure("<" + kind + "> is there twice");
                }
            }
            from.skip();
        });
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
                    if (entities.contains(new Entity(library, place.profile(), each, name))) {
                        String path = library + "::" + place.profile() + (name.isEmpty() ? "" : "::" + name);
                        qos = engine.profile(text, each, path, qos);
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
