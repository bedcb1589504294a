package grid;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface RemoteInvoke extends Invoke, Remote {
    @Override
    Object invoke(String method, Object args) throws Exception, RemoteException;
}
