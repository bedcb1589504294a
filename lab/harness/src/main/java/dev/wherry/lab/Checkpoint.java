package dev.wherry.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a run keeps what it has measured until it is over, so that it can be carried on if it is interrupted, however that
 * happens. The file is replaced whole after every contest, which is all systems at one point of the grid, or in a smoke run one
 * of them; but once a second at most.
 */
public final class Checkpoint {
    private static final String NAME = "unfinished.json";

    private final Path file;

    private Checkpoint(Path file) {
        this.file = file;
    }

    /** In this folder, which is made when something is kept there. */
    public static Checkpoint in(Path folder) {
        return new Checkpoint(folder.resolve(NAME));
    }

    /** The file. */
    public Path file() {
        return file;
    }

    /** Whether there is a run to carry on. */
    public boolean exists() {
        return Files.exists(file);
    }

    /** Forgets the run: it is over, and its results are elsewhere. */
    public void discard() throws IOException {
        Files.deleteIfExists(file);
    }
}
