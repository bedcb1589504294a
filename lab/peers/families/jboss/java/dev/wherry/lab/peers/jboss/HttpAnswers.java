package dev.wherry.lab.peers.jboss;

import java.io.IOException;
import java.io.OutputStream;
import java.util.TreeMap;
import org.jboss.remoting.InvocationResponse;
import org.jboss.remoting.marshal.Marshaller;
import org.jboss.remoting.marshal.http.HTTPMarshaller;

/**
 * Writes the metadata of an answer over http as a TreeMap. By default it is a HashMap; the stub says why that fails.
 */
public final class HttpAnswers extends HTTPMarshaller {
    private static final long serialVersionUID = 1L;

    @Override
    @SuppressWarnings("unchecked") // it has no type parameters
    public void write(Object value, OutputStream out, int version) throws IOException {
        Object written = value;
        if (value instanceof InvocationResponse) {
            InvocationResponse answer = (InvocationResponse) value;
            written = new InvocationResponse(
                    answer.getSessionId(),
                    answer.getResult(),
                    answer.isException(),
                    new TreeMap<>(answer.getPayload()));
        }
        super.write(written, out, version);
    }

    @Override
    public Marshaller cloneMarshaller() {
        return new HttpAnswers();
    }
}
