package dev.wherry.examples.hello;

import dev.wherry.Endpoint;

/** A program that serves a greeter until it is stopped. */
public final class GreeterServer implements Greeter {
    /** For {@code wherry serve}, which creates the object. */
    public GreeterServer() {}

    @Override
    public Greeting greet(String name) {
        return new Greeting("Hello " + name, name.length());
    }

    public static void main(String... arguments) {
        String address = arguments.length > 0 ? arguments[0] : "tcp://127.0.0.1:5739";
        Endpoint server = Endpoint.create();
        server.bind("greeter", Greeter.class, new GreeterServer());
        // Last, so that no client comes too early. The thread that accepts keeps this program running until it is
        // stopped.
        System.out.println("listening " + server.listenAt(address));
    }
}
