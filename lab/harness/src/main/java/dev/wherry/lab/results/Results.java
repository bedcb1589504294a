package dev.wherry.lab.results;

import dev.wherry.lab.file.WholeFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Everything one run found out; {@code results.json} is this record.
 *
 * @param schema the version of this layout, {@value #SCHEMA}; fields may be added within it, none taken away
 * @param preset smoke, quick or full
 * @param baseline the system that the others are compared with; null where none was asked for
 * @param machine where and when; of parts, those of the first
 * @param cells in the order of the run's plan
 * @param absent systems asked for that cannot be had on this machine
 * @param published what the originals said about the suites that were run
 * @param claims the originals' conclusions, and what this run says of each; empty in files from before there were any
 * @param about by system, what kind each is; null in files from before that was kept
 * @param remoteServers the words that started servers on another host; null where all ran on this machine
 * @param leftOut what the suites' preset did not name, and nobody asked for; empty in files from before a preset named any
 * @param loops what the lab's own calling loops cost, which is in every figure; empty in files from before that was measured
 * @param withoutRate workloads that an offered rate has no meaning for
 * @param titles of the suites and their workloads; empty in files from before they were kept
 * @param parts the runs that these were put together from; empty where they are of one
 * @param terms by suite, what the plan said otherwise than the preset; empty in files from before that was kept
 * @param selfDistances how far systems are from themselves, by suite; empty before a run is judged
 */
public record Results(
        int schema,
        String preset,
        @Nullable String baseline,
        Machine machine,
        List<Cell> cells,
        List<Absent> absent,
        List<Published> published,
        List<JudgedClaim> claims,
        @Nullable Map<String, About> about,
        @Nullable String remoteServers,
        List<LeftOut> leftOut,
        List<LoopCost> loops,
        List<NoRate> withoutRate,
        List<Titles> titles,
        List<Part> parts,
        List<Terms> terms,
        List<SelfDistance> selfDistances) {

    /** The version of the layout that this code writes. */
    public static final int SCHEMA = 1;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .addModule(new Complete())
            .build();

    /** Reads files from before there was any of these. */
    public Results {
        claims = Objects.requireNonNullElse(claims, List.of());
        loops = Objects.requireNonNullElse(loops, List.of());
        withoutRate = Objects.requireNonNullElse(withoutRate, List.of());
        leftOut = Objects.requireNonNullElse(leftOut, List.of());
        titles = Objects.requireNonNullElse(titles, List.of());
        parts = Objects.requireNonNullElse(parts, List.of());
        terms = Objects.requireNonNullElse(terms, List.of());
        selfDistances = Objects.requireNonNullElse(selfDistances, List.of());
    }

    /** Of a run that was not interrupted, and is not judged. */
    public Results(
            int schema,
            String preset,
            @Nullable String baseline,
            Machine machine,
            List<Cell> cells,
            List<Absent> absent,
            List<Published> published) {
        this(
                schema, preset, baseline, machine, cells, absent, published, List.of(), null, null, List.of(),
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
    }

    /** The same with what its suites' originals said and what was judged of that. */
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
                loops,
                withoutRate,
                titles,
                parts,
                terms,
                distances);
    }

    /** The runs that these are of: one, where they were not put together. */
    public List<Part> runs() {
        return parts.isEmpty()
                ? List.of(new Part(cells.stream().map(Cell::suite).distinct().toList(), null, machine))
                : parts;
    }

    /** A suite's name, with the placement where these have it at several. */
    public String name(String suite, String placement) {
        boolean alone = cells.stream()
                .filter(cell -> cell.suite().equals(suite))
                .allMatch(cell -> cell.placement().equals(placement));
        return alone ? suite : "%s (%s)".formatted(suite, placement);
    }

    /** The names of what a run has. */
    public List<String> names(Part run) {
        return run.suites().stream()
                .map(suite -> run.placement() == null ? suite : name(suite, run.placement()))
                .toList();
    }

    /** A suite that several of the runs have, each at another placement; empty where there is none. */
    public Optional<String> suiteOfSeveral() {
        Set<String> once = new HashSet<>();
        return runs().stream()
                .flatMap(run -> run.suites().stream())
                .filter(suite -> !once.add(suite))
                .findFirst();
    }

    /** Where and when a suite was run with its ends so placed. */
    public Machine machine(String suite, String placement) {
        return runs().stream()
                .filter(run -> run.has(suite, placement))
                .map(Part::machine)
                .findFirst()
                .orElse(machine);
    }

    /** The kinds of machines that the suites were run on, which is one as a rule, and for each the suites. */
    public Map<String, List<String>> machines() {
        return suitesBy(Machine::kind);
    }

    /** What is told of the machines that the suites were run on, and for each of its values the suites. */
    public Map<String, List<String>> suitesBy(Function<Machine, String> fact) {
        return runs().stream()
                .collect(Collectors.groupingBy(
                        run -> fact.apply(run.machine()),
                        LinkedHashMap::new,
                        Collectors.flatMapping(run -> names(run).stream(), Collectors.toList())));
    }

    /** What a suite and its workloads are called; their names alone where that was not kept. */
    public Titles titles(String suite) {
        return titles.stream()
                .filter(each -> each.suite().equals(suite))
                .findFirst()
                .orElseGet(() -> new Titles(suite, suite, Map.of(), Map.of()));
    }

    /** What a suite was run with in place of what its preset says. */
    public Terms terms(String suite) {
        return terms.stream()
                .filter(each -> each.suite().equals(suite))
                .findFirst()
                .orElseGet(() -> Terms.usual(suite));
    }

    /** What the original said about a suite; empty where it has none. */
    public Optional<Published> published(String suite) {
        return published.stream().filter(each -> each.suite().equals(suite)).findFirst();
    }

    /** Whether answers count in it and its figures mean nothing. */
    public boolean smoke() {
        return preset.equals(Mode.SMOKE);
    }

    /** The results as JSON text, indented. */
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
            throw new IOException(file + " is not a results file of the lab: it is no text in UTF-8", noText);
        } catch (JacksonException notResults) {
            throw new IOException(
                    "%s is not a results file of the lab: %s".formatted(file, Complete.why(notResults)), notResults);
        }
    }
}
