package dev.wherry.testkit;

import dev.wherry.EndpointOptions;
import dev.wherry.codec.java.JavaCodec;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Types;
import dev.wherry.testkit.codec.HostileContract;
import java.util.Set;

class JavaCodecTest extends HostileContract {
    @Override
    protected Codec codec() {
        return new JavaCodec();
    }

    @Override
    protected Types types(Class<?> root) {
        return TypeClosure.of(root, EndpointOptions.defaults());
    }

    /** Returns the methods whose types are not Serializable. */
    @Override
    protected Set<String> unsupportedMethods() {
        return Set.of("holder");
    }

    @Override
    protected boolean refusesIndirectCyclesOfKeys() {
        return true;
    }

    @Override
    protected boolean hashesKeysWhenRead() {
        return true;
    }
}
