package invoker;

import java.lang.reflect.InvocationTargetException;
import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Handler extends Remote {
    Object invoke(Invocation invocation)
            throws RemoteException, NoSuchMethodException, IllegalAccessException, InvocationTargetException;
}
