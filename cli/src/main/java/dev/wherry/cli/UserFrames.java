package dev.wherry.cli;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Removes the frames of Wherry and of the JDK below the user's code from stack traces. */
final class UserFrames {
    private UserFrames() {}

    /** Shortens the traces of a failure, its causes and its suppressed exceptions. */
    static void keep(Throwable failure) {
        keep(failure, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private static void keep(@Nullable Throwable failure, Set<Throwable> met) {
        if (failure == null || !met.add(failure)) {
            return;
        }
        List<StackTraceElement> frames = new ArrayList<>(List.of(failure.getStackTrace()));
        while (!frames.isEmpty() && isBeneath(frames.getLast().getClassName())) {
            frames.removeLast();
        }
        if (!frames.isEmpty()) { // otherwise Wherry has failed, and only its frames show where
            frames.removeIf(frame -> frame.getClassName().startsWith("dev.wherry.internal."));
            failure.setStackTrace(frames.toArray(StackTraceElement[]::new));
        }
        keep(failure.getCause(), met);
        for (Throwable each : failure.getSuppressed()) {
            keep(each, met);
        }
    }

    private static boolean isBeneath(String name) {
        return Stream.of("dev.wherry.", "java.", "jdk.", "picocli.", "---- ").anyMatch(name::startsWith);
    }
}
