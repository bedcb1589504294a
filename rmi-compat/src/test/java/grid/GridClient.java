package grid;

import dev.wherry.rmi.Naming;
import dev.wherry.rmi.UnicastRemoteObject;

public final class GridClient {
    private GridClient() {}

    /** An object that the client adds to the grid. */
    public static final class Gauge {
        public double level() {
            return 2.5;
        }
    }

    public static void main(String[] arguments) throws Exception {
        RemoteInvoke grid = (RemoteInvoke) Naming.lookup("//localhost:" + arguments[0] + "/grid");
        Item gauge = new Item(new Gauge());
        System.out.println("added " + grid.invoke("bring", gauge));
        System.out.println("called back: " + grid.invoke("ask", "level"));
        Object[] all = (Object[]) grid.invoke("all", null);
        System.out.println("direct: " + ((Invoke) all[0]).invoke("level", null));
        Invoke made = (Invoke) grid.invoke("make", null);
        System.out.println(made.invoke("toString", null));
        try {
            grid.invoke("fail", null);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            grid.invoke("nothing", null);
        } catch (NoSuchMethodException e) {
            System.out.println("no " + e.getMessage());
        }
        UnicastRemoteObject.unexportObject(gauge, true);
    }
}
