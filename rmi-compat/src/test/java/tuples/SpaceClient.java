package tuples;

import dev.wherry.rmi.Naming;
import dev.wherry.rmi.UnicastRemoteObject;

public final class SpaceClient implements Pattern {
    @Override
    public boolean wants(Tuple tuple) {
        return tuple.matches(new Tuple("job", 2));
    }

    public static void main(String[] arguments) throws Exception {
        Space space = (Space) Naming.lookup("//localhost:" + arguments[0] + "/space");
        if (arguments[1].equals("take")) {
            Thread.currentThread().interrupt();
            System.out.println("took " + space.in(new Tuple("job", Integer.class)));
            System.out.println("interrupted: " + Thread.interrupted());
            System.out.println("left " + space.all());
            return;
        }
        SpaceClient pattern = new SpaceClient();
        UnicastRemoteObject.exportObject(pattern, 0);
        space.whenOut(pattern);
        space.out(new Tuple("job", 2));
        space.out(new Tuple("job", "two"));
        UnicastRemoteObject.unexportObject(pattern, true);
    }
}
