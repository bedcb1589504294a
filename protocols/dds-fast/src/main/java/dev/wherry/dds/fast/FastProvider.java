package dev.wherry.dds.fast;

import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.EngineProvider;

/** Loads eProsima Fast DDS. */
public final class FastProvider implements EngineProvider {
    @Override
    public String id() {
        return "fast-dds";
    }

    @Override
    public Engine load() {
        NativeLibraries.load();
        ThreadDetaching.prepare();
        return new FastEngine();
    }
}
