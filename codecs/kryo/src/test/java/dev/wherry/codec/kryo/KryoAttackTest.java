package dev.wherry.codec.kryo;

import dev.wherry.spi.Codec;
import dev.wherry.testkit.hostile.AttackContract;

class KryoAttackTest extends AttackContract {
    @Override
    protected Codec codec() {
        return new KryoCodec();
    }
}
