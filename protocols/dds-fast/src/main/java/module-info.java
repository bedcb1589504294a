import dev.wherry.dds.engine.EngineProvider;
import dev.wherry.dds.fast.FastProvider;
import org.jspecify.annotations.NullMarked;

/** The engine {@code fast-dds} for services over DDS. */
@NullMarked
@SuppressWarnings({"requires-automatic", "module"}) // the binding has no descriptor, and a name by its file
module dev.wherry.dds.fast {
    requires dev.wherry.dds;
    requires ihmc.pub.sub;
    requires static org.jspecify;

    provides EngineProvider with
            FastProvider;
}
