package dev.wherry.mobility.internal.child;

import dev.wherry.Endpoint;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Function;

/**
 * The program of a child JVM. When its standard input ends, because the parent has closed it or has ended itself, the child ends,
 * whatever still runs in it.
 */
final class ChildMain {
    private static final Duration LONGEST_END = Duration.ofSeconds(2);

    private ChildMain() {}

    /** Reads from standard input a token, which proves that this program answers, and the function that creates the endpoint. */
    public static void main(String[] arguments) {
        try (InputStream lifeLine = new FileInputStream(FileDescriptor.in)) {
            ChildFolder folder = ChildFolder.here();
            System.setIn(InputStream.nullInputStream());
            System.setProperty("wherry.child", "true"); // see ClassCheck.mayExit and ChildHost.isHere
            ObjectInputStream first = new ObjectInputStream(lifeLine);
            String token = (String) first.readObject();
            Endpoint endpoint = work(first.readObject()).apply(folder.address());
            System.out.println(token + endpoint.address());
            lifeLine.transferTo(OutputStream.nullOutputStream());
            end(folder);
        } catch (IOException | ReflectiveOperationException | RuntimeException | Error e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    @SuppressWarnings("unchecked") // the parent sends no other
    private static Function<String, Endpoint> work(Object sent) {
        return (Function<String, Endpoint>) sent;
    }

    /** Does what the parent does if it is alive. A task that still writes files cannot delay it for long. */
    private static void end(ChildFolder folder) {
        try {
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
            Thread removal = Thread.ofPlatform().daemon().start(() -> {
                try {
                    folder.remove();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            removal.join(LONGEST_END);
        } catch (InterruptedException e) {
            // It ends at once.
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }
}
