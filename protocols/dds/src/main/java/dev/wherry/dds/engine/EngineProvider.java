package dev.wherry.dds.engine;

/** Loads an engine. Found by {@link java.util.ServiceLoader}. */
public interface EngineProvider {
    /** Returns the name by which options choose the engine, such as {@code cyclone}. */
    String id();

    /**
     * Loads the engine, if it is not loaded.
     *
     * @throws DdsException of kind UNAVAILABLE if it cannot be used here
     */
    Engine load();
}
