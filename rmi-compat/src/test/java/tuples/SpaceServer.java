package tuples;

import dev.wherry.rmi.LocateRegistry;
import dev.wherry.rmi.Naming;
import dev.wherry.rmi.UnicastRemoteObject;
import java.net.MalformedURLException;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

public final class SpaceServer extends UnicastRemoteObject implements Space {
    private static final long serialVersionUID = 1;

    private final transient List<Tuple> tuples = new ArrayList<>();
    private final transient List<Pattern> patterns = new ArrayList<>();

    private SpaceServer() throws RemoteException {}

    @Override
    public void out(Tuple tuple) throws RemoteException {
        synchronized (this) {
            tuples.add(tuple);
            notifyAll();
        }
        for (Pattern each : patterns) {
            System.out.println("wanted: " + each.wants(tuple));
        }
    }

    @Override
    public synchronized Tuple in(Tuple pattern) {
        System.out.println("a client waits");
        while (true) {
            Optional<Tuple> found = inp(pattern);
            if (found.isPresent()) {
                return found.get();
            }
            try {
                wait();
            } catch (InterruptedException e) {
                System.out.println("interrupted"); // waits again, as programs of that time do
            }
        }
    }

    @Override
    public synchronized Optional<Tuple> inp(Tuple pattern) {
        Optional<Tuple> found = tuples.stream().filter(pattern::matches).findFirst();
        found.ifPresent(tuples::remove);
        return found;
    }

    @Override
    public synchronized Collection<Tuple> all() {
        return new ArrayList<>(tuples);
    }

    @Override
    public void whenOut(Pattern pattern) {
        patterns.add(pattern);
    }

    public static void main(String[] arguments) throws RemoteException, MalformedURLException {
        LocateRegistry.createRegistry(Integer.parseInt(arguments[0]));
        Naming.rebind("//localhost:" + arguments[0] + "/space", new SpaceServer());
        System.out.println("ready");
    }
}
