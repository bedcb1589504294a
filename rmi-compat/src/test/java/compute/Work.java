package compute;

/** Something to compute, in an interface that is neither remote nor serializable. */
public interface Work<T> {
    T compute();
}
