package game;

import dev.wherry.rmi.LocateRegistry;
import dev.wherry.rmi.Registry;
import dev.wherry.rmi.UnicastRemoteObject;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A game of two players, each of whom plays three cards. */
public final class GameServer implements Table {
    private static final int CARDS = 3;

    private final List<Player> players = new ArrayList<>();
    private final ExecutorService turns = Executors.newSingleThreadExecutor();
    private int played;

    @Override
    public synchronized void sit(Player player) throws RemoteException {
        players.add(player);
        System.out.println(player.name() + " sits down");
        if (players.size() == 2) {
            turns.submit(() -> {
                players.get(0).yourTurn(Card.RED);
                return null;
            });
        }
    }

    @Override
    public int play(Player player, Card card) throws RemoteException {
        try {
            Thread.sleep(300);
        } catch (InterruptedException e) {
            System.out.println("the call was interrupted");
        }
        int number;
        int next;
        synchronized (this) {
            number = ++played;
            next = (players.indexOf(player) + 1) % players.size();
        }
        turns.submit(() -> {
            if (number == 2 * CARDS) {
                for (Player each : players) {
                    each.won(player.name());
                }
            } else {
                players.get(next).yourTurn(card);
            }
            return null;
        });
        return number;
    }

    public static void main(String[] arguments) throws RemoteException {
        Registry registry = LocateRegistry.createRegistry(Integer.parseInt(arguments[0]));
        registry.rebind("table", UnicastRemoteObject.exportObject(new GameServer(), 0));
        System.out.println("ready");
    }
}
