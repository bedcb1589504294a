package repository;

import dev.wherry.rmi.Naming;

public final class RepositoryClient {
    private RepositoryClient() {}

    public static void main(String[] arguments) throws Exception {
        RemoteRepository repository = (RemoteRepository) Naming.lookup("//localhost:" + arguments[0] + "/repository");
        RemoteNode root = repository.login(new SimpleCredentials("ann", "secret".toCharArray()));
        RemoteNode harbour = root.add("harbour");
        harbour.set("depth", 12L);
        harbour.set("name", "Roscoff");
        harbour.add("berths");
        RemoteIterator children = harbour.children();
        System.out.println(children.size() + " items");
        for (Object[] batch = children.nextObjects(); batch != null; batch = children.nextObjects()) {
            for (Object each : batch) {
                if (each instanceof RemoteProperty property) {
                    System.out.println(property.path() + " = " + property.value());
                } else {
                    System.out.println(((RemoteNode) each).path());
                }
            }
        }
        System.out.println(((RemoteProperty) harbour.item("name")).value());
        try {
            harbour.item("depths");
        } catch (RepositoryException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
        try {
            repository.login(new SimpleCredentials("bob", new char[0]));
        } catch (RepositoryException e) {
            System.out.println(e.getMessage());
        }
    }
}
