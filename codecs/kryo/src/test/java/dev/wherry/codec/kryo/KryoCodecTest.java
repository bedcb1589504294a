package dev.wherry.codec.kryo;

import dev.wherry.spi.Codec;
import dev.wherry.testkit.codec.HostileContract;

class KryoCodecTest extends HostileContract {
    @Override
    protected Codec codec() {
        return new KryoCodec();
    }
}
