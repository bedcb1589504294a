import dev.wherry.internal.extension.RingProvider;
import dev.wherry.memory.MemoryRings;
import dev.wherry.memory.SharedMemoryTransport;
import dev.wherry.spi.Transport;
import org.jspecify.annotations.NullMarked;

/** Calls between two processes of one host over memory that both have mapped. */
@NullMarked
module dev.wherry.memory {
    requires dev.wherry;
    requires static org.jspecify;

    provides RingProvider with
            MemoryRings;
    provides Transport with
            SharedMemoryTransport;
}
