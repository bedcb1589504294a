package dev.wherry.testkit;

import dev.wherry.EndpointOptions;
import dev.wherry.codec.compact.CompactCodec;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Types;
import dev.wherry.testkit.codec.HostileContract;

class CompactCodecTest extends HostileContract {
    @Override
    protected Codec codec() {
        return new CompactCodec();
    }

    @Override
    protected Types types(Class<?> root) {
        return TypeClosure.of(root, EndpointOptions.defaults());
    }
}
