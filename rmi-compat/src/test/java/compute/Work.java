package compute;

/** A task, whose interface is neither remote nor serializable. */
public interface Work<T> {
    T compute();
}
