package management;

import dev.wherry.rmi.LocateRegistry;
import dev.wherry.rmi.UnicastRemoteObject;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.remote.JMXServiceURL;
import javax.management.remote.rmi.RMIConnection;
import javax.management.remote.rmi.RMIConnectionImpl;
import javax.management.remote.rmi.RMIConnectorServer;
import javax.management.remote.rmi.RMIServerImpl;
import javax.naming.Context;
import javax.security.auth.Subject;

/** The JDK's JMX server, with exports of its own. */
public final class ManagementServer extends RMIServerImpl {
    private ManagementServer() {
        super(Map.of());
        setDefaultClassLoader(ManagementServer.class.getClassLoader());
    }

    @Override
    protected void export() throws IOException {
        UnicastRemoteObject.exportObject(this, 0);
    }

    @Override
    public Remote toStub() throws NoSuchObjectException {
        return UnicastRemoteObject.toStub(this);
    }

    @Override
    protected RMIConnection makeClient(String id, Subject subject) throws IOException {
        RMIConnectionImpl connection = new RMIConnectionImpl(this, id, getDefaultClassLoader(), subject, Map.of());
        UnicastRemoteObject.exportObject(connection, 0);
        return connection;
    }

    @Override
    protected void closeClient(RMIConnection connection) throws IOException {
        UnicastRemoteObject.unexportObject(connection, true);
        System.out.println("closed");
    }

    @Override
    protected String getProtocol() {
        return "rmi";
    }

    @Override
    protected void closeServer() throws IOException {
        UnicastRemoteObject.unexportObject(this, true);
    }

    public static void main(String[] arguments) throws IOException, JMException {
        LocateRegistry.createRegistry(Integer.parseInt(arguments[0]));
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        beans.registerMBean(new Valve(), new ObjectName("plant:type=Valve"));
        new RMIConnectorServer(
                        new JMXServiceURL("service:jmx:rmi:///jndi/management"),
                        Map.of(
                                Context.INITIAL_CONTEXT_FACTORY,
                                RegistryContextFactory.class.getName(),
                                Context.PROVIDER_URL,
                                "//localhost:" + arguments[0]),
                        new ManagementServer(),
                        beans)
                .start();
        System.out.println("ready");
    }
}
