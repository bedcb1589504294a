package dev.wherry.dds.engine;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The engines that are on the class path or the module path. */
public final class Engines {
    private Engines() {}

    /**
     * Loads the engine of a name.
     *
     * @throws DdsException of kind UNAVAILABLE if there is none of that name, or it cannot be used here
     */
    public static Engine load(String id) {
        Map<String, EngineProvider> found = new TreeMap<>();
        ServiceLoader.load(EngineProvider.class, EngineProvider.class.getClassLoader())
                .forEach(each -> found.putIfAbsent(each.id(), each));
        EngineProvider provider = found.get(id);
        if (provider == null) {
            throw new DdsException(
                    DdsException.Kind.UNAVAILABLE,
                    "There is not an engine of DDS with the name '" + id + "', but " + found.keySet()
                            + ". Correct DdsOptions.Builder.engine, or add the artifact of the engine, such as wherry-dds-fast");
        }
        return provider.load();
    }
}
