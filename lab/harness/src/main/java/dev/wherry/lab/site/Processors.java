package dev.wherry.lab.site;

import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.process.Command;
import dev.wherry.lab.results.Placement;
import dev.wherry.lab.site.Place.Places;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The processors that the lab may use, and how to keep a process on one of them. */
final class Processors {
    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final Duration PROBE_LIMIT = Duration.ofSeconds(5);

    private Processors() {}

    /** Finds the processors for a placement; they are the same for every system of a run. */
    static Places pin(Placement placement) throws IOException, InterruptedException {
        if (placement == Placement.FREE) {
            return Places.ANYWHERE;
        }
        if (!Command.run(List.of("taskset", "--version"), Path.of("/"), PROBE_LIMIT)
                .succeeded()) {
            throw new LabException("The placement %s needs the command taskset (on Debian: apt-get install util-linux)"
                    .formatted(placement.label()));
        }
        List<Integer> all = allowed(Files.readString(Path.of("/proc/self/status")));
        int first = all.getFirst();
        int second = placement == Placement.SAME_CORE ? first : other(first, all);
        return new Places(pin(first), pin(second));
    }

    private static List<String> pin(int processor) {
        return List.of("taskset", "--cpu-list", String.valueOf(processor));
    }

    private static int other(int first, List<Integer> all) throws IOException {
        List<Integer> others = all.stream().filter(each -> each != first).toList();
        if (others.isEmpty()) {
            throw new LabException("The placement cross-core needs two processors, and the lab may use one only");
        }
        for (int each : others) {
            if (core(each) != core(first)) {
                return each;
            }
        }
        return others.getFirst();
    }

    /** Returns the physical core; the processor itself if it is unknown. */
    private static int core(int processor) throws IOException {
        Path siblings = Path.of("/sys/devices/system/cpu/cpu" + processor + "/topology/thread_siblings_list");
        return Files.isReadable(siblings) ? numbers(Files.readString(siblings)).getFirst() : processor;
    }

    static List<Integer> allowed(String status) throws IOException {
        return numbers(status.lines()
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> line.substring(ALLOWED.length()))
                .findFirst()
                .orElseThrow(() -> new IOException("The kernel does not report which processors the lab may use")));
    }

    /** A list as the kernel writes it, such as {@code 0-3,8}. */
    private static List<Integer> numbers(String list) {
        List<Integer> numbers = new ArrayList<>();
        for (String range : list.strip().split(",")) {
            String[] ends = range.split("-", 2);
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int number = Integer.parseInt(ends[0]); number <= last; number++) {
                numbers.add(number);
            }
        }
        return numbers;
    }
}
