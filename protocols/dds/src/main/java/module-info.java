import dev.wherry.dds.DdsProtocol;
import dev.wherry.dds.cyclone.CycloneProvider;
import dev.wherry.dds.engine.EngineProvider;
import dev.wherry.dds.naming.NameResolver;
import dev.wherry.spi.Protocol;
import dev.wherry.spi.Resolver;
import org.jspecify.annotations.NullMarked;

/** Services in the data space: bound objects over DDS, and stubs of such services. */
@NullMarked
@SuppressWarnings("module") // the modules of qualified exports are compiled after this
module dev.wherry.dds {
    requires dev.wherry;
    requires java.xml;
    requires static org.jspecify;

    exports dev.wherry.dds;
    exports dev.wherry.dds.admin to
            dev.wherry.cli;
    exports dev.wherry.dds.engine to
            dev.wherry.dds.fast;
    exports dev.wherry.dds.types to
            dev.wherry.dds.fast,
            dev.wherry.dds.idl;

    uses EngineProvider;

    provides EngineProvider with
            CycloneProvider;
    provides Protocol with
            DdsProtocol;
    provides Resolver with
            NameResolver;
}
