package dev.wherry.codec.fory;

import dev.wherry.spi.Codec;
import dev.wherry.testkit.fuzz.CostContract;

class ForyCostTest extends CostContract {
    @Override
    protected Codec codec() {
        return new ForyCodec();
    }
}
