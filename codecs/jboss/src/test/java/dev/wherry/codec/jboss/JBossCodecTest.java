package dev.wherry.codec.jboss;

import dev.wherry.spi.Codec;
import dev.wherry.testkit.codec.HostileContract;

class JBossCodecTest extends HostileContract {
    @Override
    protected Codec codec() {
        return new JBossCodec();
    }
}
