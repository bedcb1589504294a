package dev.wherry.lab.peers.common;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

/** Sixteen concurrent callers, each with its own content. Every field of every answer is checked. */
final class Conformance {
    static final int CALLERS = 16;
    private static final int CALLS = 20;

    private Conformance() {}

    /** Returns what is wrong; null if nothing is. */
    static String check(Operation operation, List<Service> services, ThreadFactory factory, boolean byReference)
            throws Exception {
        String unfit = operation.survey(services.get(0));
        if (unfit != null) {
            return unfit;
        }
        ExecutorService threads = Executors.newFixedThreadPool(services.size(), factory);
        try {
            List<Callable<String>> checks = new ArrayList<>();
            for (int i = 0; i < services.size(); i++) {
                int caller = i;
                checks.add(() -> check(operation, services.get(caller), caller, byReference));
            }
            for (Future<String> check : threads.invokeAll(checks)) {
                String wrong = check.get();
                if (wrong != null) {
                    return wrong;
                }
            }
            return null;
        } catch (ExecutionException thrown) {
            thrown.getCause().printStackTrace();
            return "a call failed: " + thrown.getCause();
        } finally {
            threads.shutdownNow();
        }
    }

    static long checks() {
        return (long) CALLERS * CALLS;
    }

    private static String check(Operation operation, Service service, int caller, boolean byReference)
            throws Exception {
        for (int call = 0; call < CALLS; call++) {
            String wrong = operation.check(service, caller, call, byReference);
            if (wrong != null) {
                return "call " + call + " of caller " + caller + ": " + wrong;
            }
        }
        return null;
    }
}
