package dev.wherry.codec.jboss;

import dev.wherry.spi.Codec;
import dev.wherry.testkit.hostile.AttackContract;

class JBossAttackTest extends AttackContract {
    @Override
    protected Codec codec() {
        return new JBossCodec();
    }
}
