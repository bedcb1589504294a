package miner;

import dev.wherry.rmi.LocateRegistry;
import dev.wherry.rmi.Naming;
import dev.wherry.rmi.UnicastRemoteObject;
import java.net.MalformedURLException;
import java.rmi.RemoteException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public final class EngineServer extends UnicastRemoteObject implements Engine {
    private static final long serialVersionUID = 1;

    private final transient ExecutorService workers = Executors.newSingleThreadExecutor();
    private final transient Map<String, Task> tasks = new ConcurrentHashMap<>();

    private EngineServer() throws RemoteException {}

    @Override
    public Object executeTask(Task task) {
        String id = "task" + tasks.size();
        tasks.put(id, task);
        workers.execute(task::execute);
        return id;
    }

    @Override
    public Object checkStatus(Object id) throws Exception {
        Task task = tasks.get(id);
        if (task == null) {
            throw new Exception("No task " + id);
        }
        return task.status();
    }

    public static void main(String[] arguments) throws RemoteException, MalformedURLException {
        LocateRegistry.createRegistry(Integer.parseInt(arguments[0]));
        Naming.rebind("//localhost:" + arguments[0] + "/engine", new EngineServer());
        System.out.println("ready");
    }
}
