package load;

/** A kind of element that no interface names. */
public final class Sampler extends Element {
    private static final long serialVersionUID = 1;

    public Sample sample(int number) {
        begin();
        return new Sample(get("label") + " " + number);
    }
}
