package dev.wherry.testkit.endpoint;

import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import java.io.Serializable;
import java.util.List;

/** A program that sends objects of unregistered classes for declared types that are open. */
public final class OpenProgram {
    public interface Service {
        Object echo(Object value);

        void fail() throws Exception;
    }

    public record Order(Object item) implements Serializable {}

    public record Item(String name) implements Serializable {}

    public static final class OutOfStock extends Exception {
        @Override
        public String getMessage() {
            return "out of stock";
        }
    }

    private static final class Shop implements Service {
        @Override
        public Object echo(Object value) {
            return value;
        }

        @Override
        public void fail() throws Exception {
            throw new OutOfStock();
        }
    }

    private OpenProgram() {}

    /** @param arguments an address to listen at */
    public static void main(String... arguments) throws Exception {
        try {
            for (String codec : List.of("compact", "java")) {
                System.out.println(run(
                        arguments[0], EndpointOptions.builder().codecs(codec).build()));
            }
        } catch (RuntimeException e) {
            System.out.println("refused: " + e.getMessage());
        }
    }

    /** Returns the received value and the exception. */
    static String run(String address, EndpointOptions options) throws Exception {
        try (Endpoint server = Endpoint.listen(address, options);
                Endpoint client = Endpoint.create(options)) {
            server.bind("shop", Service.class, new Shop());
            Service shop = client.lookup(server.address() + "/shop", Service.class);
            Object echo = shop.echo(new Order(new Item("oar")));
            try {
                shop.fail();
                return "nothing thrown";
            } catch (OutOfStock e) {
                return echo + ", " + e.getMessage();
            }
        }
    }
}
