package dev.wherry.testkit.codec;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** Holds one of the twins; a peer's may hold the other. */
public class TwinHolder implements Serializable {
    public @Nullable TwinA held;

    public TwinHolder() {}
}
