package compute;

import dev.wherry.rmi.LocateRegistry;
import dev.wherry.rmi.Registry;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.util.Arrays;

public final class ComputePi {
    private ComputePi() {}

    public static void main(String[] arguments) throws RemoteException {
        Registry registry = LocateRegistry.getRegistry("localhost", Integer.parseInt(arguments[0]));
        try {
            Compute compute = (Compute) registry.lookup("Compute");
            System.out.println(compute.run(new Pi(45)));
            registry.lookup("Nobody");
        } catch (NotBoundException e) {
            System.out.println("not bound: " + e.getMessage());
        }
        System.out.println(Arrays.toString(registry.list()));
    }
}
