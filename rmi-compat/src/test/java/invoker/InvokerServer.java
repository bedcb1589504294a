package invoker;

import dev.wherry.rmi.LocateRegistry;
import dev.wherry.rmi.Naming;
import dev.wherry.rmi.UnicastRemoteObject;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.rmi.RemoteException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Exports an object of any class by one interface. */
public final class InvokerServer extends UnicastRemoteObject implements Handler {
    private static final long serialVersionUID = 1;

    private final transient Object target;

    private InvokerServer(Object target) throws RemoteException {
        this.target = target;
    }

    @Override
    public Object invoke(Invocation invocation)
            throws NoSuchMethodException, IllegalAccessException, InvocationTargetException {
        return invocation.invoke(target);
    }

    /** The served object. */
    public static final class Book implements Ledger {
        private long sum;

        @Override
        public synchronized long add(long amount, String text) {
            sum += amount;
            return sum;
        }

        @Override
        public Message send(Message message, List<String> tags) {
            return new Message(tags + " " + message.payload(), message.headers());
        }

        @Override
        public void close() throws LedgerClosedException {
            throw new LedgerClosedException("closed at " + sum);
        }

        @Override
        public Map<String, int[]> sums(int[] months) {
            return new TreeMap<>(Map.of("all", months));
        }
    }

    public static void main(String[] arguments) throws RemoteException, MalformedURLException {
        LocateRegistry.createRegistry(Integer.parseInt(arguments[0]));
        Naming.rebind("//localhost:" + arguments[0] + "/ledger", new InvokerServer(new Book()));
        System.out.println("ready");
    }
}
