package dev.wherry.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.net.Proxy;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import org.jspecify.annotations.Nullable;

/**
 * Creates URLs from a peer's text. The JDK's own URLs ask the DNS for their host when they are hashed or compared, as a set or
 * map of them does while it is read. These are compared by their text, and find their stream handler when they are opened.
 */
public final class Urls {
    private static final URLStreamHandler BY_TEXT = new ByText();

    private Urls() {}

    /** @throws MalformedURLException if the text is not a URL */
    @SuppressWarnings("deprecation") // what replaces it takes no URL that is not a URI, and there are many
    public static URL of(String text) throws MalformedURLException {
        return new URL(null, text, BY_TEXT);
    }

    private static final class ByText extends URLStreamHandler {
        @Override
        protected URLConnection openConnection(URL url) throws IOException {
            return usual(url).openConnection();
        }

        @Override
        protected URLConnection openConnection(URL url, Proxy proxy) throws IOException {
            return usual(url).openConnection(proxy);
        }

        @SuppressWarnings("deprecation") // as above
        private static URL usual(URL url) throws MalformedURLException {
            return new URL(url.toExternalForm());
        }

        /** Null has the host compared by its name. */
        @Override
        protected synchronized @Nullable InetAddress getHostAddress(URL url) {
            return null;
        }

        @Override
        protected int getDefaultPort() {
            return -1;
        }
    }
}
