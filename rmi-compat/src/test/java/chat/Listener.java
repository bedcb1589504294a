package chat;

import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Listener extends Remote {
    void said(Message message) throws RemoteException;
}
