package auction;

import dev.wherry.rmi.LocateRegistry;
import dev.wherry.rmi.Registry;
import dev.wherry.rmi.UnicastRemoteObject;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;

/** Hosts the registry, and forwards calls to the first replica that is alive. */
public final class FrontEnd implements Auction {
    private interface Call<T> {
        T on(Auction primary) throws RemoteException;
    }

    private final Registry registry;
    private String primary = "";

    private FrontEnd(Registry registry) {
        this.registry = registry;
    }

    private synchronized <T> T call(Call<T> call) throws RemoteException {
        for (String name : registry.list()) {
            if (name.startsWith("replica")) {
                try {
                    Auction replica = (Auction) registry.lookup(name);
                    if (((Replica) replica).isAlive() && !name.equals(primary)) {
                        primary = name;
                        System.out.println("primary: " + name);
                    }
                    return call.on(replica);
                } catch (RemoteException | NotBoundException e) {
                    System.out.println(name + " does not answer");
                    try {
                        registry.unbind(name);
                    } catch (NotBoundException gone) {
                        System.out.println(name + " is gone");
                    }
                }
            }
        }
        throw new RemoteException("no replica is left");
    }

    @Override
    public int open(String item, int reserve) throws RemoteException {
        return call(primary -> primary.open(item, reserve));
    }

    @Override
    public boolean bid(int number, String bidder, int price) throws RemoteException {
        return call(primary -> primary.bid(number, bidder, price));
    }

    @Override
    public Lot lot(int number) throws RemoteException {
        return call(primary -> primary.lot(number));
    }

    public static void main(String[] arguments) throws RemoteException {
        Registry registry = LocateRegistry.createRegistry(Integer.parseInt(arguments[0]));
        registry.rebind("auction", UnicastRemoteObject.exportObject(new FrontEnd(registry), 0));
        System.out.println("ready");
    }
}
