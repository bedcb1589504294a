package dev.wherry.testkit.codec;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A class that holds one of the twins. The peer's class of that name may hold the other. */
public class TwinHolder implements Serializable {
    public @Nullable TwinA held;

    public TwinHolder() {}
}
