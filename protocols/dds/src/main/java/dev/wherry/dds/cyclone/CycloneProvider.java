package dev.wherry.dds.cyclone;

import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.engine.Engine;
import dev.wherry.dds.engine.EngineProvider;

/** Loads Eclipse Cyclone DDS. */
public final class CycloneProvider implements EngineProvider {
    @Override
    public String id() {
        return DdsOptions.CYCLONE;
    }

    @Override
    public Engine load() {
        return CycloneEngine.load();
    }
}
