package dev.wherry.lab.peers.jboss;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Payload;
import java.util.Collection;
import javax.management.MBeanServer;
import org.jboss.remoting.InvocationRequest;
import org.jboss.remoting.ServerInvocationHandler;
import org.jboss.remoting.ServerInvoker;
import org.jboss.remoting.callback.InvokerCallbackHandler;
import org.jboss.remoting.invocation.NameBasedInvocation;

/** The server's end of the invocations of the stub. */
public final class Handler implements ServerInvocationHandler {
    private final CountingService service;

    public Handler(CountingService service) {
        this.service = service;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // the static type of the value that was read is lost on the wire
    public Object invoke(InvocationRequest request) {
        NameBasedInvocation invocation = (NameBasedInvocation) request.getParameter();
        Object argument = invocation.getParameters()[0];
        return switch (invocation.getMethodName()) {
            case "processRequest" -> service.processRequest((Collection) argument);
            case "octets" -> service.octets((byte[]) argument);
            case "invoke" -> service.invoke((Payload) argument);
            case "addOne" -> service.addOne((Integer) argument);
            default -> throw new IllegalArgumentException("unknown method " + invocation.getMethodName());
        };
    }

    @Override
    public void setMBeanServer(MBeanServer server) {}

    @Override
    public void setInvoker(ServerInvoker invoker) {}

    @Override
    public void addListener(InvokerCallbackHandler listener) {}

    @Override
    public void removeListener(InvokerCallbackHandler listener) {}
}
