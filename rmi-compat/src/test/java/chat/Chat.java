package chat;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.List;

public interface Chat extends Remote {
    /** Returns the messages so far. */
    List<Message> join(String name, Listener listener) throws RemoteException, NameTakenException;

    void say(String name, String text) throws RemoteException;

    void leave(Listener listener) throws RemoteException;
}
