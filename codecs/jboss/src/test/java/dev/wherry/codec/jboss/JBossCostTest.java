package dev.wherry.codec.jboss;

import dev.wherry.spi.Codec;
import dev.wherry.testkit.fuzz.CostContract;

class JBossCostTest extends CostContract {
    @Override
    protected Codec codec() {
        return new JBossCodec();
    }
}
