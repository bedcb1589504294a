package invoker;

import java.io.Serializable;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.Map;

/** A call of any interface, with the classes of its parameters. */
public final class Invocation implements Serializable {
    private static final long serialVersionUID = 1;

    private final String method;
    private final Class<?>[] parameterTypes;
    private final Object[] arguments;
    private final Map<String, Serializable> attributes = new HashMap<>();

    public Invocation(String method, Class<?>[] parameterTypes, Object[] arguments) {
        this.method = method;
        this.parameterTypes = parameterTypes;
        this.arguments = arguments;
    }

    public Object invoke(Object target)
            throws NoSuchMethodException, IllegalAccessException, InvocationTargetException {
        attributes.clear();
        return target.getClass().getMethod(method, parameterTypes).invoke(target, arguments);
    }
}
