package dev.wherry.consumers;

import dev.wherry.Endpoint;

public final class Main {
    private Main() {}

    public static void main(String[] args) {
        Greeter here = name -> new Greeting("Hello, " + name, name.length());
        try (Endpoint server = Endpoint.listen("tcp://127.0.0.1:0");
                Endpoint client = Endpoint.create()) {
            server.bind("greeter", Greeter.class, here);
            Greeter there = client.lookup(server.address() + "/greeter", Greeter.class);
            Greeting greeting = there.greet("wherry");
            if (there == here || !greeting.equals(new Greeting("Hello, wherry", 6))) {
                throw new IllegalStateException("Wrong answer: " + greeting + " from " + there);
            }
        }
        System.out.println("ok");
    }
}
