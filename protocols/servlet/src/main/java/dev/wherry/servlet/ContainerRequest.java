package dev.wherry.servlet;

import dev.wherry.Identity;
import dev.wherry.http.rest.HttpRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.MappingMatch;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.Principal;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request that a container has read. */
final class ContainerRequest implements HttpRequest {
    private final HttpServletRequest request;

    ContainerRequest(HttpServletRequest request) {
        this.request = request;
    }

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public String path() {
        return request.getRequestURI().substring(prefix().length());
    }

    /**
     * The paths of the context and of the servlet, with escapes. The container has decoded that of the servlet, so that only its
     * slashes show how much of the request's path it is. A servlet at {@code /} has all of the path.
     */
    @Override
    public String prefix() {
        String uri = request.getRequestURI();
        int end = request.getContextPath().length();
        if (request.getHttpServletMapping().getMappingMatch() != MappingMatch.DEFAULT) {
            for (long left = slashes(request.getServletPath()); left > 0; left--) {
                int next = uri.indexOf('/', end + 1);
                end = next < 0 ? uri.length() : next;
            }
        }
        return uri.substring(0, end);
    }

    private static long slashes(String path) {
        return path.chars().filter(each -> each == '/').count();
    }

    @Override
    public @Nullable String query() {
        return request.getQueryString();
    }

    @Override
    public @Nullable String header(String name) {
        Enumeration<String> values = request.getHeaders(name);
        return values == null || !values.hasMoreElements() ? null : String.join(", ", Collections.list(values));
    }

    @Override
    public InputStream body() {
        try {
            return request.getInputStream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean isSecure() {
        return request.isSecure();
    }

    /** The user that the container has authenticated, or else the address. */
    @Override
    public Identity peer() {
        Principal user = request.getUserPrincipal();
        String ip = request.getRemoteAddr();
        Map<String, String> attributes = Map.of(Identity.IP, ip);
        return user == null
                ? new Identity("address", ip + ":" + request.getRemotePort(), attributes)
                : new Identity("principal", user.getName(), attributes);
    }
}
