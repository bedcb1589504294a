package dev.wherry.codec.fory;

import dev.wherry.spi.Codec;
import dev.wherry.testkit.hostile.AttackContract;

class ForyAttackTest extends AttackContract {
    @Override
    protected Codec codec() {
        return new ForyCodec();
    }
}
