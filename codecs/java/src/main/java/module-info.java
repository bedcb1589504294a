import dev.wherry.codec.SerialForm;
import dev.wherry.codec.java.JavaCodec;
import dev.wherry.codec.java.StreamForm;
import dev.wherry.spi.Codec;
import org.jspecify.annotations.NullMarked;

/** Codec {@code java}: JDK serialization, filtered; also the serial forms that other codecs carry. */
@NullMarked
module dev.wherry.codec.java {
    requires dev.wherry;
    requires static java.logging;
    requires static java.xml;
    requires static org.jspecify;

    provides Codec with
            JavaCodec;
    provides SerialForm with
            StreamForm;
}
