package game;

import dev.wherry.rmi.LocateRegistry;
import dev.wherry.rmi.UnicastRemoteObject;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Plays on a thread that is interrupted during its call, as in a program that waits for keys and for turns. */
public final class GameClient extends UnicastRemoteObject implements Player {
    private static final long serialVersionUID = 1;

    private final String name;
    private final transient BlockingQueue<Card> turns = new LinkedBlockingQueue<>();

    private GameClient(String name) throws RemoteException {
        super(0);
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void yourTurn(Card top) {
        turns.add(top);
    }

    @Override
    public void won(String winner) throws RemoteException {
        System.out.println(winner + " has won");
        unexportObject(this, true);
    }

    private void play(Table table) {
        while (true) {
            try {
                Card top = turns.take();
                Thread caller = Thread.currentThread();
                Thread interrupter = new Thread(() -> {
                    try {
                        Thread.sleep(100);
                    } catch (InterruptedException e) {
                        return;
                    }
                    caller.interrupt();
                });
                interrupter.start();
                System.out.println("card " + table.play(this, Card.values()[(top.ordinal() + 1) % 3]));
                interrupter.join();
            } catch (InterruptedException e) {
                // Wait for the next turn again.
            } catch (RemoteException e) {
                System.out.println("failed: " + e);
            }
        }
    }

    public static void main(String[] arguments) throws RemoteException, NotBoundException {
        GameClient client = new GameClient(arguments[1]);
        Table table = (Table)
                LocateRegistry.getRegistry(Integer.parseInt(arguments[0])).lookup("table");
        Thread input = new Thread(() -> client.play(table));
        input.setDaemon(true);
        input.start();
        table.sit(client);
    }
}
