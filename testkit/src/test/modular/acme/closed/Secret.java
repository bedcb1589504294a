package acme.closed;

/** A value of a package that the module neither exports nor opens. */
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
