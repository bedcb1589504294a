package grid;

import dev.wherry.rmi.UnicastRemoteObject;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.rmi.RemoteException;

/** Makes any object an item of the grid: its public methods can be called by name. */
public final class Item extends UnicastRemoteObject implements RemoteInvoke {
    private static final long serialVersionUID = 1;

    private final transient Object wrapped;

    public Item(Object wrapped) throws RemoteException {
        this.wrapped = wrapped;
    }

    @Override
    public Object invoke(String name, Object args) throws Exception {
        Object[] arguments = args == null ? new Object[0] : args instanceof Object[] all ? all : new Object[] {args};
        for (Method method : wrapped.getClass().getMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
                try {
                    return method.invoke(wrapped, arguments);
                } catch (InvocationTargetException e) {
                    throw e.getCause() instanceof Exception cause ? cause : e;
                }
            }
        }
        throw new NoSuchMethodException(name);
    }
}
