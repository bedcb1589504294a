package invoker;

import java.io.Serializable;
import java.util.AbstractMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** A payload with headers. */
public final class Message implements Serializable {
    private static final long serialVersionUID = 1;

    /** A map that cannot be changed, with a class of its own. */
    public static final class Headers extends AbstractMap<String, Object> implements Serializable {
        private static final long serialVersionUID = 1;

        private final Map<String, Object> headers;

        Headers(Map<String, Object> headers) {
            this.headers = new HashMap<>(headers);
            this.headers.put("id", UUID.randomUUID());
        }

        @Override
        public Set<Entry<String, Object>> entrySet() {
            return headers.entrySet();
        }
    }

    private final Object payload;
    private final Headers headers;

    public Message(Object payload, Map<String, Object> headers) {
        this.payload = payload;
        this.headers = new Headers(headers);
    }

    public Object payload() {
        return payload;
    }

    public Headers headers() {
        return headers;
    }
}
