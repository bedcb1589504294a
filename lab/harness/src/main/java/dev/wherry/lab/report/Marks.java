package dev.wherry.lab.report;

import dev.wherry.lab.results.Cell;
import dev.wherry.lab.results.OpenLoop;
import dev.wherry.lab.results.Timer;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** Marks of cells whose figures are not those of the system alone. A mark is empty if it does not apply. */
final class Marks {
    static final String SATURATED =
            "Fewer than 95 % of the offered calls were answered in time. The others queued at the callers, and would"
                    + " do so for ever: latencies grow with the length of the round and tell how long that was, not how"
                    + " fast the system is.";

    private Marks() {}

    /** Of a cell whose rounds were over before all their calls were made. */
    static String capped(Cell cell) {
        return cell.capped() ? "capped" : "";
    }

    /** Of a cell that answered fewer calls than were offered. */
    static String saturated(Cell cell) {
        return cell.saturated() ? "saturated" : "";
    }

    /** Describes a saturated cell. */
    static String saturation(Cell cell) {
        OpenLoop loop = Objects.requireNonNull(cell.openLoop());
        return "saturated: %s of %,d calls/s; its latencies grow with the length of the round"
                .formatted(Numbers.rounded(loop.achievedCallsPerSecond()), loop.offeredCallsPerSecond());
    }

    /** Of a cell whose calls wait most of their time for a timer. */
    static String timer(Cell cell) {
        return cell.timer() == null ? "" : "a timer";
    }

    /** Describes the timers of cells that wait for one. */
    static String timers(List<Cell> cells) {
        return "Most of their time is spent waiting for %s. These figures show what that timer is set to, and little else."
                .formatted(cells.stream()
                        .map(Cell::timer)
                        .filter(Objects::nonNull)
                        .distinct()
                        .map(Timer::text)
                        .collect(Collectors.joining(", or for ")));
    }
}
