package load;

import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;

/** Holds the listener of the client, and is sent to the server. */
public final class BatchSender extends Element {
    private static final long serialVersionUID = 1;

    private final SampleListener listener;
    private final List<Sample> store = new ArrayList<>();

    public BatchSender(SampleListener listener) {
        this.listener = listener;
    }

    public void sampleOccurred(Sample sample) {
        store.add(sample);
    }

    public void testEnded(String host) throws RemoteException {
        listener.processBatch(store);
        listener.testEnded(host);
    }
}
