package dev.wherry.testkit.endpoint;

import dev.wherry.Endpoint;
import dev.wherry.testkit.ChildJvm;
import dev.wherry.testkit.sample.Watcher;
import java.io.IOException;
import java.util.List;

/** Another process with an endpoint, which is to be killed. It serves a watcher, or has called one. */
final class Guest {
    private Guest() {}

    /** @param words {@code serve ADDRESS}, which prints {@code at ADDRESS}, or {@code call URI}, which prints {@code called} */
    static ChildJvm start(String... words) throws IOException {
        String path = System.getProperty("java.class.path");
        return new ChildJvm(List.of(
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                path,
                Guest.class.getName(),
                words[0],
                words[1]));
    }

    public static void main(String[] words) throws Exception {
        if (words[0].equals("serve")) {
            Endpoint server = Endpoint.listen(words[1]);
            server.bind("watcher", Watcher.class, number -> number + 1);
            System.out.println("at " + server.address());
        } else {
            Endpoint.create().lookup(words[1], Watcher.class).seen(1);
            System.out.println("called");
        }
        Thread.currentThread().join();
    }
}
