package auction;

import dev.wherry.rmi.LocateRegistry;
import dev.wherry.rmi.Registry;
import dev.wherry.rmi.UnicastRemoteObject;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.util.TreeMap;

/** One of several replicas with the same lots. It is registered in the registry of another JVM. */
public final class AuctionReplica implements Auction, Replica {
    private final Registry registry;
    private final String name;
    private TreeMap<Integer, Lot> lots = new TreeMap<>();

    private AuctionReplica(Registry registry, String name) {
        this.registry = registry;
        this.name = name;
    }

    @Override
    public synchronized int open(String item, int reserve) throws RemoteException {
        int number = lots.size() + 1;
        lots.put(number, new Lot(item, reserve));
        replicate();
        return number;
    }

    @Override
    public synchronized boolean bid(int number, String bidder, int price) throws RemoteException {
        Lot lot = lots.get(number);
        if (lot == null || price <= lot.price) {
            return false;
        }
        lot.price = price;
        lot.bidder = bidder;
        replicate();
        return true;
    }

    @Override
    public synchronized Lot lot(int number) {
        return lots.get(number);
    }

    /** Sends the state to all other replicas that answer. */
    private void replicate() throws RemoteException {
        for (String other : registry.list()) {
            if (other.startsWith("replica") && !other.equals(name)) {
                try {
                    ((Replica) registry.lookup(other)).update(lots);
                } catch (RemoteException | NotBoundException e) {
                    System.out.println(name + " leaves out " + other);
                }
            }
        }
    }

    @Override
    public synchronized TreeMap<Integer, Lot> state() {
        return lots;
    }

    @Override
    public synchronized void update(TreeMap<Integer, Lot> state) {
        lots = state;
    }

    @Override
    public boolean isAlive() {
        return true;
    }

    public static void main(String[] arguments) throws RemoteException, NotBoundException {
        Registry registry = LocateRegistry.getRegistry("localhost", Integer.parseInt(arguments[0]));
        AuctionReplica replica = new AuctionReplica(registry, arguments[1]);
        for (String other : registry.list()) {
            if (other.startsWith("replica") && !other.equals(replica.name)) {
                try {
                    replica.lots = ((Replica) registry.lookup(other)).state();
                } catch (RemoteException e) {
                    System.out.println(other + " is gone");
                }
            }
        }
        Auction stub = (Auction) UnicastRemoteObject.exportObject(replica, 0);
        registry.rebind(replica.name, stub);
        System.out.println("ready with " + replica.lots);
    }
}
