package dev.wherry.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The entry point of Jazzer, which calls {@link #fuzzerInitialize} with the name of a target and then the target again and again. */
public final class Fuzz {
    private static final Map<String, Target> TARGETS = targets();

    private static Target target = TARGETS.get("frames");

    private Fuzz() {}

    private static Map<String, Target> targets() {
        Map<String, Target> all = new TreeMap<>();
        all.put("frames", new Frames());
        for (String codec : List.of("compact", "java", "kryo", "fory", "jboss")) {
            all.put("codec-" + codec, new EncodedValue(codec));
        }
        all.put("classes", new ShippedClasses());
        all.put("json", new JsonValue());
        all.put("cdr", new CdrCalls());
        all.put("token", new BearerToken());
        all.put("access-policy", PolicyFiles.ofAccess());
        all.put("mobility-policy", PolicyFiles.ofMobility());
        all.put("manifest", new CodeManifest());
        all.put("answers", new Answers());
        all.put("session", new Connections("tcp"));
        all.put("resume", new Resumes());
        all.put("tls", new Connections("tls"));
        all.put("http", new Connections("http"));
        all.put("websocket", new WebSocketFrames());
        return all;
    }

    /** Called by Jazzer once. The first valid inputs load classes for seconds, which must not count as the time of an input. */
    public static void fuzzerInitialize(String[] arguments) throws Exception {
        choose(arguments);
        for (byte[] seed : target.seeds()) {
            target.parse(seed);
        }
    }

    private static void choose(String[] arguments) {
        Target named = TARGETS.get(arguments[0]);
        if (named == null) {
            throw new IllegalArgumentException("No target '" + arguments[0] + "'; there are " + TARGETS.keySet());
        }
        target = named;
    }

    /** Called by Jazzer with each input. */
    public static void fuzzerTestOneInput(byte[] bytes) throws Exception {
        target.parse(bytes);
    }

    /** Without arguments prints the names of the targets; with a name and a directory writes the seeds of that target. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            TARGETS.keySet().forEach(System.out::println);
            return;
        }
        choose(arguments);
        write(target.seeds(), Files.createDirectories(Path.of(arguments[1])));
    }

    private static void write(List<byte[]> seeds, Path directory) throws IOException {
        for (int i = 0; i < seeds.size(); i++) {
            Files.write(directory.resolve("seed-" + i), seeds.get(i));
        }
    }
}
