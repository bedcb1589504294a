package dev.wherry.servlet;

import dev.wherry.Endpoint;
import dev.wherry.http.rest.RestResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Serial;
import java.util.UUID;

/**
 * Serves the objects that an endpoint has bound, as {@code http:} addresses do, at the path where a container has mounted it. A call runs
 * on the container's thread, which waits for its end. For any thread.
 *
 * {@snippet :
 * Tomcat.addServlet(context, "wherry", new WherryServlet(endpoint));
 * context.addServletMappingDecoded("/api/*", "wherry");
 * }
 */
public final class WherryServlet extends HttpServlet {
    @Serial
    private static final long serialVersionUID = 1;

    private final String id = UUID.randomUUID().toString();

    /**
     * Creates a servlet that serves until the endpoint is closed.
     *
     * @throws dev.wherry.CallException if the endpoint is closed
     */
    public WherryServlet(Endpoint endpoint) {
        endpoint.listenAt(ServletProtocol.SCHEME + ":" + id);
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        ServletProtocol.Mount mount = ServletProtocol.mount(id);
        if (mount == null) {
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            return;
        }
        RestResponse answer = mount.rest().handle(new ContainerRequest(request), mount.objects());
        response.setStatus(answer.status());
        answer.headers().forEach(response::setHeader);
        if (answer.body().length > 0) {
            response.setContentLength(answer.body().length);
            response.getOutputStream().write(answer.body());
        }
    }
}
