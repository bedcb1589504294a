package dev.wherry.examples;

import dev.wherry.Endpoint;

/**
 * The least there is: a plain interface, a record, a server and a client.
 *
 * <p>Nothing is generated beforehand, nothing is annotated and nothing has to be Serializable. The name that an object
 * is bound to and the interface that it is bound as are all that a client may use of it.
 */
public final class Example01Hello {
    // @start region=types
    public interface Greeter {
        Greeting greet(String name);
    }

    public record Greeting(String text, int letters) {}
    // @end

    private Example01Hello() {}

    public static void main(String... arguments) {
        // @start region=calls
        try (var server = Endpoint.listen("tcp://127.0.0.1:0")) {
            server.bind("greeter", Greeter.class, name -> new Greeting("Hello " + name, name.length()));

            try (var client = Endpoint.create()) {
                Greeter greeter = client.lookup(server.address() + "/greeter", Greeter.class);
                System.out.println(greeter.greet("Ada"));
            }
        }
        // @end
    }
}
