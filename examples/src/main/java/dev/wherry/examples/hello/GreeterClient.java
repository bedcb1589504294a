package dev.wherry.examples.hello;

import dev.wherry.Endpoint;

/** A program that looks a greeter up and calls it. */
public final class GreeterClient {
    private GreeterClient() {}

    public static void main(String... arguments) {
        String name = arguments.length > 0 ? arguments[0] : "Ada";
        String address = arguments.length > 1 ? arguments[1] : "tcp://127.0.0.1:5739";
        try (Endpoint client = Endpoint.create()) {
            Greeter greeter = client.lookup(address + "/greeter", Greeter.class);
            System.out.println(greeter.greet(name));
        }
    }
}
