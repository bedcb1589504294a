package management;

import java.lang.management.MemoryUsage;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.management.Attribute;
import javax.management.AttributeChangeNotification;
import javax.management.JMX;
import javax.management.MBeanException;
import javax.management.MBeanServerConnection;
import javax.management.Notification;
import javax.management.NotificationFilterSupport;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import javax.naming.Context;

/** Reads, writes, invokes, queries and listens. */
public final class ManagementClient {
    private ManagementClient() {}

    @SuppressWarnings("BanJNDI") // the program itself gives the address
    public static void main(String[] arguments) throws Exception {
        ObjectName name = new ObjectName("plant:type=Valve");
        BlockingQueue<Notification> heard = new LinkedBlockingQueue<>();
        Map<String, ?> registry = Map.of(
                Context.INITIAL_CONTEXT_FACTORY,
                RegistryContextFactory.class.getName(),
                Context.PROVIDER_URL,
                "//localhost:" + arguments[0]);
        try (JMXConnector connector =
                JMXConnectorFactory.connect(new JMXServiceURL("service:jmx:rmi:///jndi/management"), registry)) {
            MBeanServerConnection beans = connector.getMBeanServerConnection();
            NotificationFilterSupport filter = new NotificationFilterSupport();
            filter.enableType(AttributeChangeNotification.ATTRIBUTE_CHANGE);
            beans.addNotificationListener(name, (notification, handback) -> heard.add(notification), filter, null);

            System.out.println("opening " + beans.getAttribute(name, "Opening"));
            beans.setAttribute(name, new Attribute("Opening", 20));
            AttributeChangeNotification change = (AttributeChangeNotification) heard.poll(30, TimeUnit.SECONDS);
            System.out.println("changed from " + change.getOldValue() + " to " + change.getNewValue() + " at "
                    + change.getSource());
            System.out.println(
                    beans.invoke(name, "neighbours", new Object[] {name}, new String[] {ObjectName.class.getName()}));
            System.out.println(beans.queryNames(new ObjectName("plant:*"), null));
            CompositeData heap =
                    (CompositeData) beans.getAttribute(new ObjectName("java.lang:type=Memory"), "HeapMemoryUsage");
            System.out.println(MemoryUsage.from(heap).getUsed() > 0);
            System.out.println(beans.getMBeanInfo(name).getOperations().length + " operations");
            try {
                JMX.newMBeanProxy(beans, name, ValveMBean.class).fail();
            } catch (ValveStuckException e) {
                System.out.println(e.getMessage());
            }
            try {
                beans.invoke(name, "fail", null, null);
            } catch (MBeanException e) {
                System.out.println(e.getCause().getMessage());
            }
        }
    }
}
