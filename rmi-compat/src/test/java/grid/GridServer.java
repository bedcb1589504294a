package grid;

import dev.wherry.rmi.LocateRegistry;
import dev.wherry.rmi.Naming;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A list of items that clients add, which also creates items. */
public final class GridServer {
    private final List<Invoke> brought = new ArrayList<>();

    public int bring(Invoke item) {
        brought.add(item);
        return brought.size();
    }

    public Object ask(String method) throws Exception {
        return brought.get(0).invoke(method, null);
    }

    public Object[] all() {
        return brought.toArray();
    }

    public Object make() throws IOException {
        return new Item(new StringBuilder("created"));
    }

    public void fail() {
        throw new IllegalStateException("requested failure");
    }

    public static void main(String[] arguments) throws IOException {
        LocateRegistry.createRegistry(Integer.parseInt(arguments[0]));
        Naming.rebind("//localhost:" + arguments[0] + "/grid", new Item(new GridServer()));
        System.out.println("ready");
    }
}
