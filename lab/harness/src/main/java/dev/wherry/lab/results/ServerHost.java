package dev.wherry.lab.results;

/**
 * Another host than the clients', where the servers ran.
 *
 * @param agent the address of the agent that started them
 * @param machine what it is
 * @param checkout the sources that the servers were made from: a commit and, where files were changed, a hash of the
 *     changes; {@code unknown} where git does not tell
 * @param clientsCheckout likewise of the clients
 */
public record ServerHost(String agent, Machine machine, String checkout, String clientsCheckout) {
    /** Whether both were surely made from the same sources. */
    public boolean sameCheckout() {
        return checkout.equals(clientsCheckout) && checkout.matches("[0-9a-f].*");
    }
}
