package dev.wherry.tasks;

import java.io.Serializable;

/** Sings when an object of it is made from what a peer has sent. */
public record Canary(String song) implements Serializable {
    public static volatile boolean sang;

    public Canary {
        sang |= song.equals("sing");
    }
}
