package dev.wherry.codec.fory;

import dev.wherry.spi.Codec;
import dev.wherry.testkit.codec.HostileContract;

class ForyCodecTest extends HostileContract {
    @Override
    protected Codec codec() {
        return new ForyCodec();
    }
}
