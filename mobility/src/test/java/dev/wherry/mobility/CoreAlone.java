package dev.wherry.mobility;

import dev.wherry.Endpoint;
import java.io.IOException;
import java.io.OutputStream;

/** The program of {@link CoreAloneTest}: serves an endpoint until its standard input ends. */
final class CoreAlone {
    private CoreAlone() {}

    public static void main(String[] arguments) throws IOException {
        System.out.println("core " + isPresent("dev.wherry.Endpoint"));
        System.out.println("mobility " + isPresent("dev.wherry.mobility.Tasks"));
        try (Endpoint endpoint = Endpoint.listen("tcp://127.0.0.1:0")) {
            System.out.println(endpoint.address());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }

    private static boolean isPresent(String name) {
        try {
            Class.forName(name, false, CoreAlone.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
