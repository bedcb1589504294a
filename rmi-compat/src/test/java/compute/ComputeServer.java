package compute;

import dev.wherry.rmi.LocateRegistry;
import dev.wherry.rmi.Registry;
import dev.wherry.rmi.UnicastRemoteObject;
import java.rmi.RemoteException;

public final class ComputeServer implements Compute {
    @Override
    public <T> T run(Work<T> work) {
        return work.compute();
    }

    public static void main(String[] arguments) throws RemoteException {
        int port = Integer.parseInt(arguments[0]);
        Registry registry = LocateRegistry.createRegistry(port);
        Compute engine = new ComputeServer();
        Compute stub = (Compute) UnicastRemoteObject.exportObject(engine, 0);
        registry.rebind("Compute", stub);
        System.out.println("ready");
    }
}
