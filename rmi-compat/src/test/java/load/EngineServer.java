package load;

import dev.wherry.rmi.LocateRegistry;
import dev.wherry.rmi.Naming;
import dev.wherry.rmi.RemoteServer;
import dev.wherry.rmi.UnicastRemoteObject;
import java.net.MalformedURLException;
import java.rmi.RemoteException;
import java.rmi.server.ServerNotActiveException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Accepts calls only on the thread that has configured it. */
public final class EngineServer extends UnicastRemoteObject implements Engine {
    private static final long serialVersionUID = 1;

    private final transient Map<String, Object> properties = new HashMap<>();
    private transient Thread owner;
    private transient String host;
    private transient List<Element> plan;

    private EngineServer() throws RemoteException {}

    @Override
    public void configure(List<Element> elements) throws RemoteException {
        owner = Thread.currentThread();
        plan = elements;
        try {
            host = getClientHost();
        } catch (ServerNotActiveException e) {
            throw new RemoteException("No client", e);
        }
    }

    private void checkOwner(String method) {
        if (owner != Thread.currentThread()) {
            throw new IllegalStateException("The engine is not owned by this thread: cannot call " + method);
        }
    }

    @Override
    public void setProperty(String key, Object value) {
        checkOwner("setProperty");
        properties.put(key, value);
    }

    @Override
    public void run() throws RemoteException {
        checkOwner("run");
        for (Element group : plan) {
            for (Element each : group.children()) {
                if (each instanceof Sampler sampler) {
                    BatchSender sender = (BatchSender) group.get("sender");
                    sender.sampleOccurred(sampler.sample((Integer) properties.get("number")));
                }
            }
            ((BatchSender) group.get("sender")).testEnded(host);
        }
    }

    public static void main(String[] arguments) throws RemoteException, MalformedURLException {
        LocateRegistry.createRegistry(Integer.parseInt(arguments[0]));
        Naming.rebind("//localhost:" + arguments[0] + "/load", new EngineServer());
        try {
            System.out.println(RemoteServer.getClientHost());
        } catch (ServerNotActiveException e) {
            System.out.println("ready");
        }
    }
}
