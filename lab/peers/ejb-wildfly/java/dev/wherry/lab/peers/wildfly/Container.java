package dev.wherry.lab.peers.wildfly;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jboss.as.controller.client.ModelControllerClient;
import org.jboss.as.controller.client.helpers.Operations;
import org.jboss.dmr.ModelNode;
import org.wildfly.core.embedded.Configuration;
import org.wildfly.core.embedded.EmbeddedProcessFactory;
import org.wildfly.core.embedded.StandaloneServer;

/** WildFly within this process, in its standalone configuration, on loopback, with only this bean. */
public final class Container {
    private static final String ARCHIVE = "lab.jar";

    private static volatile CountingService service;

    private Container() {}

    /** Starts it in its own folder, and returns its URL. */
    public static String start(CountingService counting) throws Exception {
        service = counting;
        Path cache = Path.of(System.getProperty("lab.cache"));
        Path home = cache.resolve("wildfly");
        Path base = Files.createTempDirectory("server");
        copy(home.resolve("standalone/configuration"), Files.createDirectory(base.resolve("configuration")));
        System.setProperty("jboss.server.base.dir", base.toString());
        int port = Host.freePort();
        System.setProperty("jboss.http.port", String.valueOf(port));
        // By default all servers of a host are one node to a client, and to a transaction.
        String node = "lab" + ProcessHandle.current().pid();
        System.setProperty("jboss.node.name", node);
        System.setProperty("jboss.tx.node.id", node);
        StandaloneServer server = EmbeddedProcessFactory.createStandaloneServer(Configuration.Builder.of(home)
                // The bean calls an object of this program, so all deployments use these classes from the class path.
                .addSystemPackages(Container.class.getPackageName(), CountingService.class.getPackageName())
                .build());
        server.start();
        try (ModelControllerClient management = server.getModelControllerClient()) {
            ModelNode deployment = Operations.createAddOperation(new ModelNode().add("deployment", ARCHIVE));
            ModelNode content = deployment.get("content").add();
            content.get("path").set(cache.resolve(ARCHIVE).toString());
            content.get("archive").set(true);
            deployment.get("enabled").set(true);
            ModelNode outcome = management.execute(deployment);
            if (!Operations.isSuccessfulOutcome(outcome)) {
                throw new IllegalStateException(
                        Operations.getFailureDescription(outcome).asString());
            }
        }
        return "remote+http://" + Host.with(port);
    }

    /** The object that the bean calls. */
    public static CountingService service() {
        return service;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }
}
