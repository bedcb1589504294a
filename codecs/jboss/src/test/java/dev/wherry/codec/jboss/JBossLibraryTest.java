package dev.wherry.codec.jboss;

import dev.wherry.spi.Codec;
import dev.wherry.testkit.codec.LibraryContract;

class JBossLibraryTest extends LibraryContract {
    @Override
    protected Codec codec() {
        return new JBossCodec();
    }
}
