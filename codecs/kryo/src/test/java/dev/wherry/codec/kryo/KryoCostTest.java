package dev.wherry.codec.kryo;

import dev.wherry.spi.Codec;
import dev.wherry.testkit.fuzz.CostContract;

class KryoCostTest extends CostContract {
    @Override
    protected Codec codec() {
        return new KryoCodec();
    }
}
