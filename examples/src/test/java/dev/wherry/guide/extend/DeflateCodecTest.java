package dev.wherry.guide.extend;

import dev.wherry.spi.Codec;
import dev.wherry.testkit.codec.HostileContract;

class DeflateCodecTest extends HostileContract {
    @Override
    protected Codec codec() {
        return new DeflateCodec();
    }
}
