package dev.wherry.lab.run;

import dev.wherry.lab.results.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What has to be the same for figures to belong into one run.
 *
 * @param here what the clients' host has, which is the servers' too as a rule
 * @param there what the servers' host has; null where that is the clients'
 * @param points what is asked of them, in order
 */
record Conditions(Setup here, @Nullable Setup there, List<Asked> points) {
    /** What stands before all that is about the other host. */
    static final String THERE = "at the servers' host ";

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
        changes.addAll(here.changes("", now.here));
        if (there != null && now.there != null) {
            changes.addAll(there.changes(THERE, now.there));
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

    /** What is no longer the same of a host itself, each in words that begin with where. */
    static List<String> changes(String where, Machine then, Machine today) {
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
