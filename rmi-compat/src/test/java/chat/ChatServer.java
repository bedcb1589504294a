package chat;

import dev.wherry.rmi.LocateRegistry;
import dev.wherry.rmi.Naming;
import dev.wherry.rmi.UnicastRemoteObject;
import java.net.MalformedURLException;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public final class ChatServer extends UnicastRemoteObject implements Chat {
    private static final long serialVersionUID = 1;

    private final Map<String, Listener> room = new LinkedHashMap<>();
    private final List<Message> history = new ArrayList<>();

    private ChatServer() throws RemoteException {}

    @Override
    public synchronized List<Message> join(String name, Listener listener) throws NameTakenException {
        if (room.putIfAbsent(name, listener) != null) {
            throw new NameTakenException(name);
        }
        return history;
    }

    @Override
    public synchronized void say(String name, String text) {
        Message message = new Message(name, text);
        history.add(message);
        room.values().removeIf(each -> !hears(each, message));
    }

    private static boolean hears(Listener listener, Message message) {
        try {
            listener.said(message);
            return true;
        } catch (RemoteException e) {
            System.out.println("a client has left");
            return false;
        }
    }

    @Override
    public synchronized void leave(Listener listener) {
        System.out.println("left: " + room.values().remove(listener));
    }

    public static void main(String[] arguments) throws RemoteException, MalformedURLException {
        int port = Integer.parseInt(arguments[0]);
        LocateRegistry.createRegistry(port);
        Naming.rebind("//localhost:" + port + "/chat", new ChatServer());
        System.out.println("ready");
    }
}
