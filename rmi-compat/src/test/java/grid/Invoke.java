package grid;

import java.io.Serializable;

/** Anything that can be asked by name. It is not remote. */
public interface Invoke extends Serializable {
    Object invoke(String method, Object args) throws Exception;
}
