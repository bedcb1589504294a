package acme.closed;

/** A value that only its module may make. */
public class Secret {
    private String word;

    public Secret() {}

    public Secret(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
