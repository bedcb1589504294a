package chat;

import dev.wherry.rmi.Naming;
import dev.wherry.rmi.UnicastRemoteObject;
import java.net.MalformedURLException;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;

/** Stays alive after main has returned, since it has exported an object. It ends after a certain message. */
public final class ChatClient extends UnicastRemoteObject implements Listener {
    private static final long serialVersionUID = 1;

    private final String name;
    private transient Chat chat;

    private ChatClient(String name) throws RemoteException {
        this.name = name;
    }

    @Override
    public void said(Message message) throws RemoteException {
        System.out.println(name + " hears " + message);
        if (message.toString().endsWith("good night")) {
            new Thread(this::goHome).start();
        }
    }

    private void goHome() {
        try {
            chat.leave(this);
            unexportObject(this, true);
        } catch (RemoteException e) {
            e.printStackTrace();
        }
    }

    public static void main(String[] arguments) throws RemoteException {
        try {
            ChatClient client = new ChatClient(arguments[1]);
            client.chat = (Chat) Naming.lookup("rmi://localhost:" + arguments[0] + "/chat");
            try {
                System.out.println("before: " + client.chat.join(client.name, client));
                client.chat.join(client.name, client);
            } catch (NameTakenException e) {
                System.out.println(e.getMessage());
            }
            client.chat.say(client.name, arguments[2]);
        } catch (MalformedURLException | NotBoundException e) {
            throw new AssertionError(e);
        }
        System.out.println("main returns");
    }
}
