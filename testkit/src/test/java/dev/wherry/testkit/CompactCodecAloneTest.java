package dev.wherry.testkit;

import dev.wherry.codec.compact.CompactCodec;
import dev.wherry.spi.Codec;
import dev.wherry.testkit.codec.HostileContract;

/** Tests the codec with types that an extender would implement, instead of those of an endpoint. */
class CompactCodecAloneTest extends HostileContract {
    @Override
    protected Codec codec() {
        return new CompactCodec();
    }
}
