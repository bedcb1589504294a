import dev.wherry.servlet.ServletProtocol;
import dev.wherry.spi.Protocol;
import org.jspecify.annotations.NullMarked;

/** A servlet that serves bound objects as JSON. */
@NullMarked
module dev.wherry.servlet {
    requires dev.wherry;
    requires dev.wherry.http;
    requires transitive jakarta.servlet;
    requires static org.jspecify;

    exports dev.wherry.servlet;

    provides Protocol with
            ServletProtocol;
}
