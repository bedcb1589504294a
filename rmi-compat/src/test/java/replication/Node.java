package replication;

import dev.wherry.rmi.LocateRegistry;
import dev.wherry.rmi.Naming;
import dev.wherry.rmi.UnicastRemoteObject;
import java.io.Serializable;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A cache that replicates to another cache. Each has a registry of its own. */
public final class Node extends UnicastRemoteObject implements CachePeer {
    private static final long serialVersionUID = 1;
    private static final int LARGE = 5_000_000;

    private final transient Map<Object, Element> elements = new TreeMap<>();

    private Node() throws RemoteException {}

    @Override
    public synchronized void put(Element element) {
        elements.put(element.key(), element);
    }

    @Override
    public synchronized boolean remove(Serializable key) {
        return elements.remove(key) != null;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public void send(List events) {
        for (Object each : events) {
            Event event = (Event) each;
            if (event.kind() == Event.PUT) {
                put(event.element());
            } else {
                remove(event.key());
            }
        }
    }

    @Override
    public synchronized List<Object> getKeys() {
        return new ArrayList<>(elements.keySet());
    }

    @Override
    @SuppressWarnings({"rawtypes", "unchecked"})
    public synchronized List getElements(List keys) {
        List<Element> found = new ArrayList<>();
        keys.forEach(key -> found.add(elements.get(key)));
        return found;
    }

    @Override
    public String getName() {
        return "tides";
    }

    private String show(String key) {
        Element element = elements.get(key);
        Object value = element.value();
        return key + "=" + (value instanceof byte[] bytes ? bytes.length + " bytes" : value) + " version "
                + element.version() + " hits " + element.hits();
    }

    /** The first node holds a value. The second node fetches it, and then replicates to the first. */
    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        Node node = new Node();
        if (arguments.length == 1) {
            LocateRegistry.createRegistry(port);
            Naming.rebind("//localhost:" + port + "/tides", node);
            node.put(new Element("Brest", "05:12"));
            System.out.println("ready");
            return;
        }
        CachePeer other = (CachePeer) Naming.lookup("//localhost:" + port + "/tides");
        for (Object each : other.getElements(other.getKeys())) {
            node.put((Element) each);
        }
        System.out.println(other.getName() + ": " + node.show("Brest"));
        other.put(new Element("chart", new byte[LARGE]));
        List<Event> events = new ArrayList<>();
        events.add(new Event(Event.PUT, "Calais", new Element("Calais", new ArrayList<>(List.of("11:40", "23:58")))));
        events.add(new Event(Event.REMOVE, "Brest", null));
        other.send(events);
        System.out.println(other.getKeys());
        for (Object each : other.getElements(List.of("Calais", "chart"))) {
            node.put((Element) each);
        }
        System.out.println(node.show("Calais"));
        System.out.println(node.show("chart"));
        unexportObject(node, true);
    }
}
