package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Machine;
import dev.wherry.lab.results.Results;
import dev.wherry.lab.results.Results.About;
import dev.wherry.lab.results.Results.Absent;
import dev.wherry.lab.results.Results.LeftOut;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The content of the template, in its order. Each text is plain; the template escapes it. */
record Page(
        String title,
        String headline,
        String summary,
        boolean smoke,
        List<Notice> notices,
        List<Fact> facts,
        boolean twoHosts,
        boolean withinProcesses,
        String rounds,
        String baseline,
        List<Conclusions> conclusions,
        List<Chapter> chapters,
        List<SystemRow> systems,
        List<Flags> flags,
        Unmeasured unmeasured,
        List<Absent> absent,
        List<NotChosen> leftOut) {
    static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    record Fact(String name, String value) {}

    record SystemRow(
            String name,
            String title,
            String interfaces,
            String reference,
            String protocol,
            String transport,
            String serializer,
            String languages,
            String licence,
            String versions) {}

    /** The systems and workloads that a preset leaves out, and how to ask for them. */
    record NotChosen(String suite, String what) {
        static NotChosen of(LeftOut left, String preset) {
            String systems =
                    "systems that its preset %s does not name: %s (--system all runs it on every one that is here)"
                            .formatted(preset, String.join(", ", left.systems()));
            String workloads = "workloads: %s (--workload runs those that it names)"
                    .formatted(String.join(", ", left.workloads()));
            return new NotChosen(
                    left.suite(),
                    left.systems().isEmpty()
                            ? workloads
                            : left.workloads().isEmpty() ? systems : systems + "; " + workloads);
        }
    }

    /** The flags that virtual machines were started with, and the systems. */
    record Flags(String flags, String systems) {}

    static Page of(Results results) {
        Series series = new Series(results);
        String when = TIME.format(results.machine().startedAt());
        List<Chapter> chapters = Chapter.of(results, series);
        List<Conclusions> conclusions = chapters.stream()
                .map(Chapter::conclusions)
                .filter(Objects::nonNull)
                .toList();
        String names = chapters.stream().map(Chapter::name).collect(Collectors.joining(", "));
        return new Page(
                "Wherry lab: " + names + ", " + when,
                names.isEmpty() ? "An empty run" : "Remote calls side by side: " + names,
                summary(results, series, when),
                results.smoke(),
                Notice.of(results, series),
                facts(results),
                results.cells().stream().anyMatch(Cell::hasTwoHosts),
                results.cells().stream()
                        .anyMatch(cell -> cell.staysInProcess() || cell.title().contains("in process")),
                rounds(results),
                Objects.requireNonNullElse(results.baseline(), ""),
                conclusions,
                chapters,
                systems(results, series),
                flags(results, series),
                Unmeasured.of(results, series),
                results.absent(),
                results.leftOut().stream()
                        .map(left -> NotChosen.of(left, results.preset()))
                        .toList());
    }

    List<Plot> plots() {
        return chapters.stream().flatMap(Chapter::plots).toList();
    }

    private static String summary(Results results, Series series, String when) {
        return "%s with preset %s, mode %s: %d %s."
                .formatted(
                        results.parts().isEmpty()
                                ? "Run on " + when
                                : "Run in %d parts from %s on"
                                        .formatted(results.parts().size(), when),
                        results.preset(),
                        distinct(results.cells().stream().map(Cell::mode).toList()),
                        series.names().size(),
                        series.names().size() == 1 ? "system" : "systems");
    }

    private static List<Fact> facts(Results results) {
        List<Fact> facts = new ArrayList<>(machines(results));
        facts.add(new Fact("When it began", begun(results)));
        facts.add(new Fact(
                "Placement",
                distinct(results.cells().stream().map(Cell::placement).toList())));
        facts.add(new Fact(
                "Preset and mode",
                results.preset() + ", "
                        + distinct(results.cells().stream().map(Cell::mode).toList())));
        results.selfDistances()
                .forEach(each -> facts.add(new Fact(
                        "A system from itself (A/A), %s".formatted(each.suite()),
                        "%s apart as a rule, %s in one of ten of %d pairs: this run resolves no smaller difference"
                                .formatted(
                                        Numbers.percent(each.medianPercent() / 100),
                                        Numbers.percent(each.mostPercent() / 100),
                                        each.pairs()))));
        if (results.remoteServers() != null) {
            facts.add(new Fact("Servers on another host, started by", results.remoteServers()));
        }
        facts.addAll(facts("Sources", results.suitesBy(Machine::sources)));
        return facts;
    }

    /** Returns one fact if all suites have the same value, else one for each value. */
    private static List<Fact> facts(String name, Map<String, List<String>> suites) {
        return suites.entrySet().stream()
                .map(each -> new Fact(
                        suites.size() == 1 ? name : "%s of %s".formatted(name, String.join(", ", each.getValue())),
                        each.getKey()))
                .toList();
    }

    /** Returns several facts if there is one machine, else one fact for each machine. */
    private static List<Fact> machines(Results results) {
        Map<String, List<String>> machines = results.machines();
        if (machines.size() > 1) {
            return facts("Machine", machines);
        }
        Machine machine = results.machine();
        return List.of(
                new Fact("Processor", machine.cpu()),
                new Fact("Cores", String.valueOf(machine.cores())),
                new Fact("Kernel", machine.kernel()),
                new Fact("JDK", machine.jdk()),
                new Fact("TCP congestion control", machine.tcpCongestionControl()));
    }

    private static String busy(Machine machine) {
        String load = String.format(Locale.ROOT, "load of the minute before %.2f", machine.loadAverage());
        return machine.busy() == null
                ? load
                : "%s of its processors' time in use, %s".formatted(Numbers.percent(machine.busy()), load);
    }

    /** Returns how busy the machine was, or when each part began. Notices say how busy the machine of a part was. */
    private static String begun(Results results) {
        return results.parts().isEmpty()
                ? busy(results.machine())
                : results.parts().stream()
                        .map(part -> "%s: %s"
                                .formatted(
                                        String.join(", ", results.names(part)),
                                        TIME.format(part.machine().startedAt())))
                        .collect(Collectors.joining("; "));
    }

    /** Returns the numbers of rounds that cells have; empty if none has more than one. */
    private static String rounds(Results results) {
        List<Integer> rounds = Grid.of(results.cells()).stream()
                .flatMap(grid -> grid.points().values().stream())
                .map(Page::most)
                .filter(most -> most > 0)
                .distinct()
                .sorted()
                .toList();
        return rounds.isEmpty() || rounds.getLast() < 2
                ? ""
                : rounds.stream().map(String::valueOf).collect(Collectors.joining(" or "));
    }

    private static int most(List<Cell> cells) {
        return cells.stream().mapToInt(cell -> cell.rounds().size()).max().orElse(0);
    }

    private static List<SystemRow> systems(Results results, Series series) {
        return Grid.group(results.cells(), series::name).entrySet().stream()
                .map(system -> new SystemRow(
                        system.getKey(),
                        system.getValue().getFirst().title(),
                        about(results, system.getValue(), About::interfaces),
                        about(results, system.getValue(), About::reference),
                        about(results, system.getValue(), About::protocol),
                        distinct(system.getValue().stream().map(Cell::transport).toList()),
                        distinct(
                                system.getValue().stream().map(Cell::serializer).toList()),
                        about(results, system.getValue(), About::languages),
                        about(results, system.getValue(), About::licence),
                        versions(system.getValue())))
                .toList();
    }

    private static List<Flags> flags(Results results, Series series) {
        List<Cell> own = results.cells().stream()
                .filter(cell -> !cell.jvmFlags().isEmpty())
                .toList();
        return Grid.group(own, cell -> String.join(" ", cell.jvmFlags())).entrySet().stream()
                .map(same -> new Flags(
                        same.getKey(),
                        distinct(same.getValue().stream().map(series::name).toList())))
                .toList();
    }

    private static String about(Results results, List<Cell> own, Function<About, String> what) {
        About about = results.about().get(own.getFirst().system());
        return about == null ? "–" : what.apply(about);
    }

    private static String versions(List<Cell> own) {
        return own.stream()
                .flatMap(cell -> cell.versionTexts().stream())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String distinct(List<String> texts) {
        return texts.stream().distinct().filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
    }
}
