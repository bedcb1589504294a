package dev.wherry.codec.jboss;

import dev.wherry.spi.CodecException;
import org.jboss.marshalling.AbstractClassResolver;
import org.jboss.marshalling.Unmarshaller;

/** Refuses classes by their names: each one here has a number, see {@link Tables}. */
final class NoNames extends AbstractClassResolver {
    @Override
    protected ClassLoader getClassLoader() {
        return NoNames.class.getClassLoader(); // never asked
    }

    @Override
    public Class<?> resolveClass(Unmarshaller unmarshaller, String name, long serialVersion) {
        throw CodecException.malformed("a class by its name");
    }

    @Override
    public Class<?> resolveProxyClass(Unmarshaller unmarshaller, String[] interfaces) {
        throw CodecException.malformed("a proxy");
    }
}
