package sql;

import dev.wherry.rmi.LocateRegistry;
import dev.wherry.rmi.UnicastRemoteObject;
import java.rmi.RemoteException;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;

public final class CommandServer extends UnicastRemoteObject implements CommandSink {
    private static final long serialVersionUID = 1;

    private final transient Map<Long, Object> objects = new ConcurrentHashMap<>();

    private CommandServer() throws RemoteException {}

    @Override
    public long connect(String url, Properties properties) throws SQLException {
        if (!"ann".equals(properties.getProperty("user"))) {
            throw new SQLException("not authorized", "28000", -4000);
        }
        long id = objects.size() + 1L;
        objects.put(id, url);
        return id;
    }

    @Override
    public Object process(Long connection, Long object, Command command) throws SQLException {
        return command.execute(objects.get(connection), objects);
    }

    public static void main(String[] arguments) throws RemoteException {
        LocateRegistry.createRegistry(Integer.parseInt(arguments[0])).rebind("sql", new CommandServer());
        System.out.println("ready");
    }
}
