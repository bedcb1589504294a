package dev.wherry.lab.peers.servlet;

import dev.wherry.lab.peers.common.Host;
import java.nio.file.Files;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.servlet.Servlet;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.context.support.GenericWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;

/** Tomcat within this process, with its defaults. */
public final class Container {
    private Container() {}

    /** Starts it with a servlet that answers all requests, and returns the URL. */
    public static String serve(Servlet servlet) throws Exception {
        Logger.getLogger("").setLevel(Level.WARNING);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", Host.address().getHostAddress());
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "lab", servlet);
        context.addServletMappingDecoded("/", "lab");
        tomcat.start();
        return "http://" + Host.with(tomcat.getConnector().getLocalPort());
    }

    /**
     * Starts it with Spring's dispatcher. It finds the exporter, which is a bean, by the path, which is the name of the
     * bean.
     */
    public static String dispatch(HttpRequestHandler exporter) throws Exception {
        GenericWebApplicationContext beans = new GenericWebApplicationContext();
        beans.registerBean("/", HttpRequestHandler.class, () -> exporter);
        return serve(new DispatcherServlet(beans));
    }
}
