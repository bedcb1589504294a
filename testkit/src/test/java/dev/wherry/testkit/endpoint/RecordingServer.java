package dev.wherry.testkit.endpoint;

import dev.wherry.CallLedger;
import dev.wherry.Endpoint;
import dev.wherry.EndpointOptions;
import dev.wherry.Once;
import dev.wherry.ledger.FileLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Serves a vault whose deposits are recorded, and stops at a point of the first call, where it is killed. */
final class RecordingServer {
    /** Where a call stops. */
    enum Point {
        BEFORE_IT_IS_RECORDED,
        BEFORE_ITS_ANSWER_IS_RECORDED,
        BEFORE_ITS_ANSWER_IS_SENT,
        NEVER
    }

    interface Vault {
        @Once
        List<String> deposit(String what);
    }

    /** The ledger of files, which stops once. */
    private record Stopping(CallLedger files, Point at) implements CallLedger {
        private void stopAt(Point point) throws InterruptedException {
            if (at == point) {
                System.out.println("stopped");
                new CountDownLatch(1).await();
            }
        }

        @Override
        public String id() {
            return files.id();
        }

        @Override
        public Duration keeps() {
            return files.keeps();
        }

        @Override
        public boolean begin(String call) throws Exception {
            stopAt(Point.BEFORE_IT_IS_RECORDED);
            return files.begin(call);
        }

        @Override
        public byte @Nullable [] answer(String call) throws Exception {
            return files.answer(call);
        }

        @Override
        public void answered(String call, byte[] answer) throws Exception {
            stopAt(Point.BEFORE_ITS_ANSWER_IS_RECORDED);
            files.answered(call, answer);
            stopAt(Point.BEFORE_ITS_ANSWER_IS_SENT);
        }
    }

    private RecordingServer() {}

    /** Returns how often a deposit was made. */
    static int runs(Path folder) throws IOException {
        Path runs = folder.resolve("runs");
        return Files.exists(runs) ? Files.readAllLines(runs).size() : 0;
    }

    static Path ledger(Path folder) {
        return folder.resolve("ledger");
    }

    /** @param arguments an address, a folder, and where to stop */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[1]);
        CallLedger ledger = new Stopping(FileLedger.open(ledger(folder)), Point.valueOf(arguments[2]));
        Endpoint server = Endpoint.listen(
                arguments[0], EndpointOptions.builder().ledger(ledger).build());
        server.bind("vault", Vault.class, what -> {
            try {
                Files.writeString(
                        folder.resolve("runs"), what + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            return List.of(what, "run by " + ProcessHandle.current().pid());
        });
        System.out.println("listening " + server.address());
        Thread.currentThread().join();
    }
}
