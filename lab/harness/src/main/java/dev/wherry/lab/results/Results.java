package dev.wherry.lab.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.wherry.lab.file.WholeFile;
import dev.wherry.lab.results.Complete.EmptyIfAbsent;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The results of a run; {@code results.json} is this record.
 *
 * @param schema the version of this layout, {@value #SCHEMA}; fields may be added within it, none taken away
 * @param baseline the system that the others are compared with; null for none
 * @param remoteServers the words that started servers on another host; null if all ran on this machine
 */
public record Results(
        int schema,
        String preset,
        @Nullable String baseline,
        Machine machine,
        List<Cell> cells,
        List<Absent> absent,
        List<Published> published,
        @EmptyIfAbsent List<JudgedClaim> claims,
        @EmptyIfAbsent Map<String, About> about,
        @Nullable String remoteServers,
        @EmptyIfAbsent List<LeftOut> leftOut,
        @EmptyIfAbsent List<NoRate> withoutRate,
        @EmptyIfAbsent List<Titles> titles,
        @EmptyIfAbsent List<Part> parts,
        @EmptyIfAbsent List<Terms> terms,
        @EmptyIfAbsent List<SelfDistance> selfDistances) {
    public static final int SCHEMA = 1;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .addModule(new Complete())
            .build();

    /** Returns the same with the publications, their judged conclusions and the A/A distances. */
    public Results with(List<Published> originals, List<JudgedClaim> judged, List<SelfDistance> distances) {
        return new Results(
                schema,
                preset,
                baseline,
                machine,
                cells,
                absent,
                originals,
                judged,
                about,
                remoteServers,
                leftOut,
                withoutRate,
                titles,
                parts,
                terms,
                distances);
    }

    /** Returns the runs that were put together; one if there is only this one. */
    public List<Part> runs() {
        if (!parts.isEmpty()) {
            return parts;
        }
        List<String> suites = cells.stream().map(Cell::suite).distinct().toList();
        String placement = cells.stream().map(Cell::placement).findFirst().orElse("");
        return List.of(new Part(suites, placement, machine));
    }

    /** Returns the name of a suite, with the placement if there are several. */
    public String name(String suite, String placement) {
        boolean alone = cells.stream()
                .filter(cell -> cell.suite().equals(suite))
                .allMatch(cell -> cell.placement().equals(placement));
        return alone ? suite : "%s (%s)".formatted(suite, placement);
    }

    public List<String> names(Part run) {
        return run.suites().stream().map(suite -> name(suite, run.placement())).toList();
    }

    /** Returns a suite that several of the runs have, each at another placement; empty if there is none. */
    public Optional<String> suiteOfSeveral() {
        Set<String> once = new HashSet<>();
        return runs().stream()
                .flatMap(run -> run.suites().stream())
                .filter(suite -> !once.add(suite))
                .findFirst();
    }

    public Machine machine(String suite, String placement) {
        return runs().stream()
                .filter(run -> run.has(suite, placement))
                .map(Part::machine)
                .findFirst()
                .orElse(machine);
    }

    public Map<String, List<String>> machines() {
        return suitesBy(Machine::kind);
    }

    /** Returns the values of a fact about the machines, each with the suites that ran there. */
    public Map<String, List<String>> suitesBy(Function<Machine, String> fact) {
        return runs().stream()
                .collect(Collectors.groupingBy(
                        run -> fact.apply(run.machine()),
                        LinkedHashMap::new,
                        Collectors.flatMapping(run -> names(run).stream(), Collectors.toList())));
    }

    /** Returns the titles of a suite and its workloads; their names if there are none. */
    public Titles titles(String suite) {
        return titles.stream()
                .filter(each -> each.suite().equals(suite))
                .findFirst()
                .orElseGet(() -> new Titles(suite, suite, Map.of(), Map.of()));
    }

    /** Returns the settings of a suite that the command changed. */
    public Terms terms(String suite) {
        return terms.stream()
                .filter(each -> each.suite().equals(suite))
                .findFirst()
                .orElseGet(() -> Terms.usual(suite));
    }

    /** Returns the publication of a suite's original; empty if it has none. */
    public Optional<Published> published(String suite) {
        return published.stream().filter(each -> each.suite().equals(suite)).findFirst();
    }

    public boolean smoke() {
        return preset.equals(Mode.SMOKE);
    }

    public String toJson() {
        return JSON.writeValueAsString(this);
    }

    /** Writes {@code results.json}-style text to a file, replacing what was there whole or not at all. */
    public void write(Path file) throws IOException {
        WholeFile.write(file, toJson() + "\n");
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IOException when the file cannot be read, is not JSON, has another schema than {@value #SCHEMA}, or is
     *     incomplete
     */
    public static Results read(Path file) throws IOException {
        try {
            Map<?, ?> raw = JSON.readValue(Files.readString(file), Map.class);
            if (raw == null) {
                throw new IOException(file + " is not a results file of the lab: there is nothing in it");
            }
            if (!Integer.valueOf(SCHEMA).equals(raw.get("schema"))) {
                throw new IOException(
                        "%s has results schema %s, and this version of the lab reads schema %d: run the lab again"
                                .formatted(file, raw.get("schema"), SCHEMA));
            }
            return JSON.convertValue(raw, Results.class);
        } catch (CharacterCodingException noText) {
            throw new IOException(file + " is not a results file of the lab: it is not text in UTF-8", noText);
        } catch (JacksonException notResults) {
            throw new IOException(
                    "%s is not a results file of the lab: %s".formatted(file, Mismatch.text(notResults)), notResults);
        }
    }

    /** One of the runs that results were put together from, with the placement of its cells. */
    public record Part(List<String> suites, String placement, Machine machine) {
        boolean has(String suite, String where) {
            return suites.contains(suite) && placement.equals(where);
        }
    }

    /** Systems and workloads of a suite that its preset and the command leave out. */
    public record LeftOut(String suite, List<String> systems, List<String> workloads) {}

    /** A workload that was left out because an offered rate has no meaning for it. The reason is a clause that follows a colon. */
    public record NoRate(String suite, String workload, String reason) {}

    /**
     * The settings of a suite that the command changed. A repetition needs the same.
     *
     * @param uncapped whether cells went on however long they took
     */
    public record Terms(String suite, Map<String, List<Long>> params, boolean uncapped) {
        static Terms usual(String suite) {
            return new Terms(suite, Map.of(), false);
        }
    }

    /**
     * The titles of a suite and its workloads.
     *
     * @param title such as {@code Mobility-RPC versus Java RMI}
     * @param workloads by name, such as {@code One person a call, by number of callers}
     * @param remarks by workload, what a reader has to know of its figures; those without are left out
     */
    public record Titles(String suite, String title, Map<String, String> workloads, Map<String, String> remarks) {}

    /** A description of a system. */
    public record About(
            @JsonProperty("interface") String interfaces,
            String reference,
            String protocol,
            String languages,
            String licence) {}

    /**
     * A system that was asked for and cannot be had on this machine.
     *
     * @param probe what was looked for and what was found instead, or why it is known not to run
     * @param status {@code absent}, or {@code does not run} where installing it would not help
     */
    public record Absent(String system, String probe, String install, String status) {
        private static final String ABSENT = "absent";

        public Absent(String system, String probe, String install) {
            this(system, probe, install, ABSENT);
        }

        public String why() {
            return "%s (%s)".formatted(ABSENT.equals(status) ? "not on this machine" : status, probe);
        }
    }
}
