import dev.wherry.codec.fory.ForyCodec;
import dev.wherry.spi.Codec;
import org.jspecify.annotations.NullMarked;

/** Codec {@code fory}: values by Apache Fory. */
@NullMarked
module dev.wherry.codec.fory {
    requires dev.wherry;
    requires dev.wherry.codec.support;
    requires org.apache.fory.core;
    requires static org.jspecify;

    provides Codec with
            ForyCodec;
}
