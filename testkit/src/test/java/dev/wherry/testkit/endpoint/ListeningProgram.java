package dev.wherry.testkit.endpoint;

import dev.wherry.CallException;
import dev.wherry.Endpoint;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Listens at an address until it is killed; or, together with other such programs, again and again for a moment. */
final class ListeningProgram {
    private ListeningProgram() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 1) {
            Endpoint.listen(arguments[0]);
            System.out.println("listening");
            Thread.currentThread().join();
        } else {
            System.out.println("ready");
            System.out.println(takeTurns(arguments[0], Path.of(arguments[1]), Integer.parseInt(arguments[2])));
        }
    }

    /** Listens a number of times. The file {@code owner} exists while one of the processes listens. */
    private static String takeTurns(String address, Path owner, int turns) throws Exception {
        int had = 0;
        while (had < turns) {
            try (Endpoint _ = Endpoint.listen(address)) {
                Files.createFile(owner);
                Files.delete(owner);
                had++;
            } catch (FileAlreadyExistsException e) {
                return "two processes listened at the same time";
            } catch (CallException e) {
                if (!e.getMessage().contains("the address is in use: ")) {
                    return "refused: " + e.getMessage();
                }
            }
        }
        return "completed all turns";
    }
}
