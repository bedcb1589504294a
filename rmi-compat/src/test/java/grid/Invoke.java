package grid;

import java.io.Serializable;

/** An object whose methods are called by name. The interface is not remote. */
public interface Invoke extends Serializable {
    Object invoke(String method, Object args) throws Exception;
}
