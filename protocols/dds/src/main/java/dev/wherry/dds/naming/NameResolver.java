package dev.wherry.dds.naming;

import dev.wherry.dds.engine.DomainAddress;
import dev.wherry.spi.Resolver;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.util.List;

/** Finds the addresses of {@code dds-name://shop@0} in the {@link dev.wherry.dds.Names} of the domain 0, which this process must have open. */
public final class NameResolver implements Resolver {
    /** Found by the service loader. */
    public NameResolver() {}

    @Override
    public String scheme() {
        return "dds-name";
    }

    @Override
    public List<URI> resolve(URI name) throws IOException {
        String authority = name.getAuthority() == null ? "" : name.getAuthority();
        int at = authority.lastIndexOf('@');
        if (at < 1) {
            throw new IOException("'" + name + "' has no name: expected such as dds-name://shop@0/bank");
        }
        String query = name.getRawQuery() == null ? "" : "?" + name.getRawQuery();
        DomainAddress domain = DomainAddress.ofListener(URI.create("dds://" + authority.substring(at + 1) + query));
        StateNames names = StateNames.in(domain);
        if (names == null) {
            throw new IOException("The names of " + domain
                    + " are not open in this process. Open them with DataSpace.join(...).names()");
        }
        try {
            String wanted = authority.substring(0, at);
            List<URI> addresses = names.addresses(wanted);
            if (addresses.isEmpty()) {
                throw new IOException("The name '" + wanted + "' is not known in " + domain
                        + ". Check its spelling, the number of the domain, and that a process has bound it with"
                        + " Names.bind");
            }
            return addresses.stream().map(NameResolver::withoutObject).toList();
        } catch (InterruptedException e) {
            throw (IOException) new InterruptedIOException("The search for " + name + " was interrupted").initCause(e);
        }
    }

    /** Returns the address of an endpoint: the name of the object is in the address that is looked up. */
    private static URI withoutObject(URI address) {
        if (address.getRawAuthority() == null) {
            return URI.create(address.getScheme() + ":" + address.getRawSchemeSpecificPart());
        }
        String query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
        return URI.create(address.getScheme() + "://" + address.getRawAuthority() + query);
    }
}
