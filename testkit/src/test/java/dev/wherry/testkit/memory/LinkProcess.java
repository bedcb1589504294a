package dev.wherry.testkit.memory;

import dev.wherry.internal.wire.MemoryOffer;
import dev.wherry.memory.MemoryLink;
import dev.wherry.memory.Offered;
import dev.wherry.memory.Waiting;
import dev.wherry.testkit.ChildJvm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Another process: it opens or creates a link, prints a line, and then echoes bytes or writes without end. */
final class LinkProcess {
    private LinkProcess() {}

    /**
     * Starts the process.
     *
     * @param words {@code open OFFER} or {@code make}, then {@code echo} or {@code flood}
     */
    static ChildJvm start(Waiting waiting, String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                LinkProcess.class.getName(),
                waiting.name()));
        all.addAll(List.of(words));
        return new ChildJvm(all);
    }

    static MemoryOffer offer(ChildJvm partner) throws Exception {
        return Offers.of(partner.awaitLine("offer ").substring("offer ".length()));
    }

    public static void main(String[] words) throws IOException {
        Waiting waiting = Waiting.valueOf(words[0]);
        MemoryLink link;
        if (words[1].equals("make")) {
            Offered made = MemoryLink.make(1 << 16, waiting);
            System.out.println("offer " + Offers.text(made.offer()));
            link = made.link();
        } else {
            link = MemoryLink.open(Offers.of(words[2]), waiting);
        }
        byte[] bytes = new byte[1 << 16];
        if (words[words.length - 1].equals("flood")) {
            while (true) {
                link.write(bytes, 0, bytes.length);
            }
        }
        for (int count = link.read(bytes, 0, bytes.length); count > 0; count = link.read(bytes, 0, bytes.length)) {
            link.write(bytes, 0, count);
        }
        link.close();
        System.out.println("left " + Mappings.held());
    }
}
