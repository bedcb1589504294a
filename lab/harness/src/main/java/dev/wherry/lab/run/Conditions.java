package dev.wherry.lab.run;

import dev.wherry.lab.results.Machine;
import dev.wherry.lab.results.ServerHost;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What has to be the same for figures to belong into one run.
 *
 * @param lab a hash of the lab's own code
 * @param flags that each virtual machine has from the lab's environment
 * @param systems those that take part, in order
 * @param points what is asked of them, in order
 */
record Conditions(String lab, String flags, List<Entered> systems, List<Asked> points) {
    /** A system with a hash of all that it is made of. */
    record Entered(String system, String hash) {}

    /** A point in words, and the systems that are asked. */
    record Asked(String words, List<String> systems) {
        @Override
        public String toString() {
            return "%s, on %s".formatted(words, String.join(", ", systems));
        }
    }

    /** What is no longer the same, each in words; empty where all is. */
    List<String> changes(Conditions now, Machine then, Machine today) {
        List<String> changes = changes("", then, today);
        if (!lab.equals(now.lab)) {
            changes.add("the lab's own code is another");
        }
        if (!flags.equals(now.flags)) {
            changes.add("the flags in JAVA_TOOL_OPTIONS were '%s' and are '%s'".formatted(flags, now.flags));
        }
        String changed = systems.stream()
                .filter(each -> !now.systems.contains(each))
                .map(Entered::system)
                .collect(Collectors.joining(", "));
        if (!changed.isEmpty()) {
            changes.add("these systems, or what they are made of, have changed: " + changed);
        }
        points.stream()
                .filter(point -> !now.points.contains(point))
                .findFirst()
                .ifPresent(point -> changes.add("the suites no longer have: " + point));
        now.points.stream()
                .filter(point -> !points.contains(point))
                .findFirst()
                .ifPresent(point -> changes.add("the suites had not: " + point));
        if (changes.isEmpty() && !equals(now)) {
            changes.add("the suites have another order");
        }
        return changes;
    }

    /** Of the other host: what its systems are made of shows in its sources alone. */
    static List<String> changes(ServerHost then, ServerHost today) {
        List<String> changes = changes("at the servers' host ", then.machine(), today.machine());
        if (!then.machine().sharesSourcesWith(today.machine())) {
            changes.add("at the servers' host the sources were %s and are %s"
                    .formatted(then.machine().checkout(), today.machine().checkout()));
        }
        return changes;
    }

    private static List<String> changes(String where, Machine then, Machine today) {
        List<String> changes = new ArrayList<>();
        compare(changes, where + "the processor", then, today, Machine::cpu);
        compare(changes, where + "the number of processors", then, today, machine -> String.valueOf(machine.cores()));
        compare(changes, where + "the kernel", then, today, Machine::kernel);
        compare(changes, where + "the lab's JDK", then, today, Machine::jdk);
        compare(changes, where + "TCP's congestion control", then, today, Machine::tcpCongestionControl);
        return changes;
    }

    private static void compare(
            List<String> changes, String what, Machine then, Machine today, Function<Machine, String> fact) {
        if (!fact.apply(then).equals(fact.apply(today))) {
            changes.add("%s was %s and is %s".formatted(what, fact.apply(then), fact.apply(today)));
        }
    }
}
