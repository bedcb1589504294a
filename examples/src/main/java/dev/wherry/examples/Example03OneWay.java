package dev.wherry.examples;

import dev.wherry.CallOptions;
import dev.wherry.Calls;
import dev.wherry.ContextKey;
import dev.wherry.Endpoint;
import dev.wherry.OneWay;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * One-way calls, and context entries beside the arguments.
 *
 * <p>A one-way call returns as soon as it is sent (or, if asked for, when the server has accepted it). Its failure is
 * logged where it happens. No order is promised between calls; a stub made with inOrder() is called in order, one-way
 * calls included. Options make a variant of a stub: the stub itself does not change.
 */
public final class Example03OneWay {
    // @start region=interface
    public interface Audit {
        @OneWay
        void record(String event);

        List<String> events();
    }
    // @end

    // @start region=key
    static final ContextKey<String> TENANT = ContextKey.text("tenant");
    // @end

    private static final class Ledger implements Audit {
        private final List<String> events = new CopyOnWriteArrayList<>();

        @Override
        public void record(String event) {
            // @start region=served
            String tenant = Calls.context(TENANT).orElse("nobody");
            // @end
            events.add(tenant + " " + event);
        }

        @Override
        public List<String> events() {
            return List.copyOf(events);
        }
    }

    private Example03OneWay() {}

    public static void main(String... arguments) {
        try (var server = Endpoint.listen("tcp://127.0.0.1:0");
                var client = Endpoint.create()) {
            server.bind("audit", Audit.class, new Ledger());
            Audit audit = client.lookup(server.address() + "/audit", Audit.class);

            // @start region=variant
            Audit ordered = Calls.with(
                    audit,
                    CallOptions.builder().ordered(true).context(TENANT, "blue").build());
            ordered.record("opened");
            ordered.record("closed");
            System.out.println(ordered.events());
            // @end
        }
    }
}
