package dev.wherry.lab.plan;

/**
 * Another host to start servers on. No plan has the token in it: plans are kept in files.
 *
 * @param uri where its agent listens, such as {@code tcp://10.0.0.2:5739}
 * @param token which the agent asks for
 */
public record ServersOn(String uri, String token) {
    /** The variable that may have the token for the lab, which hands it to no process that it starts. */
    public static final String TOKEN = "WHERRY_LAB_TOKEN";

    /** Characters; a shorter token could be tried out. */
    public static final int SHORTEST_TOKEN = 16;

    /** Without the token. */
    @Override
    public String toString() {
        return uri;
    }
}
