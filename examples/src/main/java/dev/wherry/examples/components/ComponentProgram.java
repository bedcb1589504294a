package dev.wherry.examples.components;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.access.PolicyException;
import dev.wherry.dds.DdsOptions;
import dev.wherry.examples.components.Assembly.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;

/** Runs one component of a file until it is stopped, and wires it anew whenever the file changes. */
public final class ComponentProgram {
    private static final Duration PAUSE = Duration.ofMillis(200);

    /** So that a component that waits for one that is gone still reads the file. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Path file;
    private final String name;
    private final Endpoint endpoint;
    private Part part;
    private byte[] read;

    private ComponentProgram(Path file, String name) throws IOException {
        this.file = file;
        this.name = name;
        read = Files.readAllBytes(file);
        Assembly assembly = Assembly.read(file);
        part = part(assembly);
        DdsOptions.Builder dds = DdsOptions.builder().lease(TIMEOUT);
        endpoint = Endpoint.create(EndpointOptions.builder()
                .timeout(TIMEOUT)
                .with((assembly.loopback() ? dds.loopback() : dds).build())
                .build());
    }

    /** Takes the file and the name of a component in it. */
    public static void main(String... arguments) throws InterruptedException {
        if (arguments.length != 2) {
            System.err.println("Expected: FILE COMPONENT");
            System.exit(2);
        }
        try {
            new ComponentProgram(Path.of(arguments[0]), arguments[1]).run();
        } catch (IOException | PolicyException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private Part part(Assembly assembly) {
        Part found = assembly.parts().get(name);
        if (found == null) {
            throw new PolicyException(
                    "%s has no component '%s'; it has %s"
                            .formatted(file, name, assembly.parts().keySet()),
                    null);
        }
        return found;
    }

    private void run() throws InterruptedException {
        part.component().facets().forEach((facet, offered) -> offered.bind(endpoint, name + "." + facet));
        if (part.listen() != null) {
            endpoint.listenAt(part.listen().toString());
        }
        wire(part);
        System.out.println(name + " runs");
        while (true) {
            try {
                part.component().step();
            } catch (CallException e) {
                System.out.println(name + ": " + e.code() + ": " + e.getMessage());
            }
            Thread.sleep(PAUSE);
            readAgain();
        }
    }

    /** Puts stubs of the facets that a part names into the receptacles of the running component. */
    private void wire(Part wanted) {
        part.component().receptacles().forEach((receptacle, declared) -> {
            String address = Objects.requireNonNull(wanted.wires().get(receptacle));
            if (declared.wire(endpoint, address)) {
                System.out.println(name + "." + receptacle + " is wired to " + address);
            }
        });
    }

    /** Keeps the wires as they are while the file has a mistake. */
    private void readAgain() {
        try {
            byte[] now = Files.readAllBytes(file);
            if (Arrays.equals(now, read)) {
                return;
            }
            read = now;
            Part changed = part(Assembly.read(file));
            if (!changed.runsAs(part)) {
                System.out.println(name + ": the class or the address has changed; restart the component to use it");
                return;
            }
            wire(changed);
        } catch (IOException | PolicyException e) {
            System.out.println(name + ": the file is not used: " + e.getMessage());
        }
    }
}
