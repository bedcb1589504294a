package dev.wherry.lab.run;

import dev.wherry.lab.file.WholeFile;
import dev.wherry.lab.plan.LabException;
import dev.wherry.lab.plan.RunPlan;
import dev.wherry.lab.results.Absent;
import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.Complete;
import dev.wherry.lab.results.LoopCost;
import dev.wherry.lab.results.Machine;
import dev.wherry.lab.results.ServerHost;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A run as far as it has come.
 *
 * @param schema the version of this layout, {@value #SCHEMA}
 * @param plan as it was asked for
 * @param conditions what the rest has to be measured under
 * @param machine where and when it began
 * @param servers the other host that the servers were on; null where they were on this one
 * @param absent systems asked for that could not be had on this machine when it began; they stay so
 * @param resumedAt when it was carried on, if it was
 * @param loops what the lab's own calling loops cost when it began
 * @param contests what is done, in the order of the run's stages
 */
public record Unfinished(
        int schema,
        RunPlan plan,
        Conditions conditions,
        Machine machine,
        @Nullable ServerHost servers,
        List<Absent> absent,
        List<Instant> resumedAt,
        List<LoopCost> loops,
        List<Held> contests) {

    static final int SCHEMA = 4;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .addModule(new Complete())
            .build();

    /** A contest that is over: a stage's systems at its point, and how long that took. */
    record Held(double seconds, List<Cell> cells) {
        boolean isOf(List<Setup.Entered> systems, Conditions.Asked point) {
            return cells.stream()
                    .map(Cell::system)
                    .toList()
                    .equals(systems.stream()
                            .map(Setup.Entered::system)
                            .filter(point.systems()::contains)
                            .toList());
        }
    }

    private void check() {
        if (schema != SCHEMA) {
            throw new IllegalArgumentException("it has layout %d, and this lab reads %d".formatted(schema, SCHEMA));
        }
        List<List<Setup.Entered>> groups = Stage.groups(conditions.here().systems(), plan.preset());
        List<Conditions.Asked> points = conditions.points();
        for (int i = 0; i < contests.size(); i++) {
            if (i >= groups.size() * points.size()
                    || !contests.get(i).isOf(groups.get(i / points.size()), points.get(i % points.size()))) {
                throw new IllegalArgumentException("its contests are not those of its plan");
            }
        }
    }

    /** The systems that take part, in order. */
    public List<String> systems() {
        return conditions.here().systems().stream().map(Setup.Entered::system).toList();
    }

    List<Cell> cells() {
        return contests.stream().flatMap(held -> held.cells().stream()).toList();
    }

    Unfinished with(Held contest) {
        return with(
                resumedAt, Stream.concat(contests.stream(), Stream.of(contest)).toList());
    }

    /** The same under today's conditions, which must be those of then. */
    Unfinished carriedOn(Conditions now, Machine today, @Nullable ServerHost serversNow) {
        List<String> changes = conditions.changes(now, machine, today);
        if (servers != null && serversNow != null) {
            changes.addAll(Conditions.changes(Conditions.THERE, servers.machine(), serversNow.machine()));
        }
        if (!changes.isEmpty()) {
            throw new LabException("The run cannot be carried on, for its figures would not belong together: "
                    + String.join("; ", changes) + ". Undo that, or begin anew");
        }
        return with(
                Stream.concat(resumedAt.stream(), Stream.of(today.startedAt())).toList(), contests);
    }

    private Unfinished with(List<Instant> resumed, List<Held> held) {
        return new Unfinished(schema, plan, conditions, machine, servers, absent, resumed, loops, held);
    }

    /** Replaces the file whole, or leaves it as it was: whatever happens meanwhile, one of the two is there. */
    public void write(Path file) throws IOException {
        WholeFile.write(file, JSON.writeValueAsString(this) + "\n");
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IOException when the file cannot be read, is cut off, or is none of these
     */
    public static Unfinished read(Path file) throws IOException {
        try {
            Unfinished read = JSON.readValue(Files.readString(file), Unfinished.class);
            if (read == null) {
                throw foreign(file, "it is empty", null);
            }
            read.check();
            return read;
        } catch (IllegalArgumentException contradictory) {
            throw foreign(file, String.valueOf(contradictory.getMessage()), contradictory);
        } catch (JacksonException json) {
            throw foreign(file, Complete.why(json), json);
        } catch (CharacterCodingException bytes) {
            throw foreign(file, "it is not UTF-8", bytes);
        }
    }

    private static IOException foreign(Path file, String why, @Nullable Exception cause) {
        return new IOException(
                "%s is no unfinished run of this lab, or only a part of one, and nothing can be carried on from it: %s"
                        .formatted(file, why),
                cause);
    }
}
