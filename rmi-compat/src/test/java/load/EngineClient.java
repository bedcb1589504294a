package load;

import dev.wherry.rmi.Naming;
import dev.wherry.rmi.UnicastRemoteObject;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;

public final class EngineClient extends UnicastRemoteObject implements SampleListener {
    private static final long serialVersionUID = 1;

    private EngineClient() throws RemoteException {}

    @Override
    public void processBatch(List<Sample> samples) {
        samples.forEach(sample -> System.out.println(sample.label()));
    }

    @Override
    public void testEnded(String host) {
        System.out.println("ended for " + host);
    }

    public static void main(String[] arguments) throws Exception {
        Engine engine = (Engine) Naming.lookup("//localhost:" + arguments[0] + "/load");
        EngineClient listener = new EngineClient();
        BatchSender sender = new BatchSender(listener);
        Element group = new Element().with("sender", sender);
        group.add(new Sampler().with("label", "home")).add(new Sampler().with("label", "search"));
        engine.configure(new ArrayList<>(List.of(group)));
        for (int i = 0; i < 10; i++) {
            engine.setProperty("number", i);
        }
        engine.run();
        Thread other = new Thread(() -> {
            try {
                engine.setProperty("number", 0);
            } catch (RemoteException | IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        });
        if (arguments.length > 1) {
            other.start();
            other.join();
        }
        unexportObject(listener, true);
    }
}
