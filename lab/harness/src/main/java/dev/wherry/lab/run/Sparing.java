package dev.wherry.lab.run;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Keeps what a run has once a second at most, since all of it is written each time, and in the end what is left. */
final class Sparing implements Tournament.Keeper, AutoCloseable {
    private static final long PAUSE = Duration.ofSeconds(1).toNanos();

    private final Tournament.Keeper keeper;
    private long kept;
    private @Nullable Unfinished unkept;

    /** Keeps this at once: where nothing can be kept, that is told before hours are spent. */
    Sparing(Tournament.Keeper keeper, Unfinished first) throws IOException {
        this.keeper = keeper;
        keeper.keep(first);
        kept = System.nanoTime();
    }

    @Override
    public void keep(Unfinished sofar) throws IOException {
        unkept = sofar;
        if (System.nanoTime() - kept > PAUSE) {
            close();
        }
    }

    @Override
    public void close() throws IOException {
        Unfinished left = unkept;
        if (left != null) {
            keeper.keep(left);
            kept = System.nanoTime();
            unkept = null;
        }
    }
}
