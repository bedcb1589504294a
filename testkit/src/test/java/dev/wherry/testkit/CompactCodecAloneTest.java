package dev.wherry.testkit;

import dev.wherry.codec.compact.CompactCodec;
import dev.wherry.spi.Codec;
import dev.wherry.testkit.codec.HostileContract;

/** With types of an extender's making instead of an endpoint's. */
class CompactCodecAloneTest extends HostileContract {
    @Override
    protected Codec codec() {
        return new CompactCodec();
    }
}
