import dev.wherry.codec.jboss.JBossCodec;
import dev.wherry.spi.Codec;
import org.jspecify.annotations.NullMarked;

/** Codec {@code jboss}: values by JBoss Marshalling's river protocol. */
@NullMarked
@SuppressWarnings("requires-automatic") // JBoss Marshalling has names in its manifests and no descriptors
module dev.wherry.codec.jboss {
    requires dev.wherry;
    requires dev.wherry.codec.support;
    requires org.jboss.marshalling;
    requires org.jboss.marshalling.river;
    requires static org.jspecify;

    provides Codec with
            JBossCodec;
}
