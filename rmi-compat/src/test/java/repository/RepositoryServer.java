package repository;

import dev.wherry.rmi.LocateRegistry;
import dev.wherry.rmi.Naming;
import dev.wherry.rmi.UnicastRemoteObject;
import java.net.MalformedURLException;
import java.rmi.RemoteException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A tree of items, each of which is a remote object. */
public final class RepositoryServer extends UnicastRemoteObject implements RemoteRepository {
    private static final long serialVersionUID = 1;

    private RepositoryServer() throws RemoteException {}

    @Override
    public RemoteNode login(Credentials credentials) throws RepositoryException, RemoteException {
        if (!((SimpleCredentials) credentials).user().startsWith("ann")) {
            throw new RepositoryException("nobody");
        }
        return new Node("");
    }

    private static final class Node extends UnicastRemoteObject implements RemoteNode {
        private static final long serialVersionUID = 1;

        private final String path;
        private final transient Map<String, RemoteItem> items = new TreeMap<>();

        Node(String path) throws RemoteException {
            this.path = path;
        }

        @Override
        public String path() {
            return path + "/";
        }

        @Override
        public RemoteNode add(String name) throws RemoteException {
            Node node = new Node(path + "/" + name);
            items.put(name, node);
            return node;
        }

        @Override
        public RemoteItem item(String name) throws RepositoryException {
            RemoteItem item = items.get(name);
            if (item == null) {
                throw new PathNotFoundException(path + "/" + name);
            }
            return item;
        }

        @Override
        public RemoteProperty set(String name, Object value) throws RemoteException {
            Property property = new Property(path + "/" + name, value);
            items.put(name, property);
            return property;
        }

        @Override
        public RemoteIterator children() throws RemoteException {
            return new Batches(items.values().iterator(), items.size());
        }
    }

    private static final class Property extends UnicastRemoteObject implements RemoteProperty {
        private static final long serialVersionUID = 1;

        private final String path;
        private final transient Object value;
        private final transient Thread resource = Thread.currentThread();

        Property(String path, Object value) throws RemoteException {
            this.path = path;
            this.value = value;
        }

        @Override
        public String path() {
            return path;
        }

        @Override
        public Object value() {
            return resource == null ? null : value;
        }
    }

    private static final class Batches extends UnicastRemoteObject implements RemoteIterator {
        private static final long serialVersionUID = 1;

        private final transient Iterator<RemoteItem> items;
        private final int size;

        Batches(Iterator<RemoteItem> items, int size) throws RemoteException {
            this.items = items;
            this.size = size;
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public Object[] nextObjects() {
            if (!items.hasNext()) {
                return null;
            }
            RemoteItem first = items.next();
            return items.hasNext() ? List.of(first, items.next()).toArray() : new Object[] {first};
        }
    }

    public static void main(String[] arguments) throws RemoteException, MalformedURLException {
        LocateRegistry.createRegistry(Integer.parseInt(arguments[0]));
        Naming.rebind("//localhost:" + arguments[0] + "/repository", new RepositoryServer());
        System.out.println("ready");
    }
}
