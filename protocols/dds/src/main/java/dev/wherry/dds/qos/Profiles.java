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
import java.util.Set;
import java.util.TreeSet;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/** The profiles of a text of DDS-XML. Their names are read here, their policies by the engine. Immutable. */
final class Profiles implements QosSource {
    private static final Map<String, EntityKind> KINDS = Map.of(
            "topic_qos", EntityKind.TOPIC,
            "publisher_qos", EntityKind.PUBLISHER,
            "subscriber_qos", EntityKind.SUBSCRIBER,
            "datawriter_qos", EntityKind.WRITER,
            "datareader_qos", EntityKind.READER);

    private final String text;
    private final Set<Entity> entities = new LinkedHashSet<>();
    /** The texts of the profiles, each in a library of its own. */
    private final Map<String, String> alone = new LinkedHashMap<>();

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
        int begin = from.offset();
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
        alone.put(
                library + "::" + profile,
                "<dds><qos_library name=\"" + escaped(library) + "\"><qos_profile name=\"" + escaped(profile) + "\">"
                        + text.substring(begin, from.offset()) + "</qos_library></dds>");
    }

    private static String escaped(String name) {
        return name.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    @Override
    public void check(Engine engine) {
        DdsException failure = failure(text, "", engine);
        if (failure != null) {
            List<String> wrong = alone.entrySet().stream()
                    .filter(each -> failure(each.getValue(), each.getKey(), engine) != null)
                    .map(Map.Entry::getKey)
                    .toList();
            throw new IllegalArgumentException(
                    "The QoS profile " + String.join(", ", wrong.isEmpty() ? alone.keySet() : wrong)
                            + " is not accepted by " + engine.name() + ". Correct its elements and values. "
                            + failure.getMessage(),
                    failure);
        }
    }

    /**
     * Returns why the engine does not accept a text; null if it does.
     *
     * @param profile the only one that is read, with its library; empty: all
     */
    private @Nullable DdsException failure(String some, String profile, Engine engine) {
        try {
            for (Entity each : entities) {
                String path = each.library + "::" + each.profile;
                if (profile.isEmpty() || profile.equals(path)) {
                    engine.profile(some, each.kind, each.name.isEmpty() ? path : path + "::" + each.name, Qos.DEFAULT);
                }
            }
            return null;
        } catch (DdsException e) {
            return e;
        }
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
