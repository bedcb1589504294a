import dev.wherry.codec.kryo.KryoCodec;
import dev.wherry.spi.Codec;
import org.jspecify.annotations.NullMarked;

/** Codec {@code kryo}: values by Kryo 5. */
@NullMarked
@SuppressWarnings("requires-automatic") // Kryo and Objenesis have names in their manifests and no descriptors
module dev.wherry.codec.kryo {
    requires dev.wherry;
    requires dev.wherry.codec.support;
    requires com.esotericsoftware.kryo;
    requires org.objenesis;
    requires static org.jspecify;

    provides Codec with
            KryoCodec;
}
