package dev.wherry.testkit.hostile;

import dev.wherry.codec.java.JavaCodec;
import dev.wherry.spi.Codec;

class JavaAttackTest extends AttackContract {
    @Override
    protected Codec codec() {
        return new JavaCodec();
    }
}
