package dev.wherry.internal.invoke;

import dev.wherry.codec.ExceptionDescription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stack traces of failures that crossed: the frames of the peer, a marker, the frames of the caller that waited. */
final class StackFrames {
    private static final String MARKER = "---- remote call";

    private StackFrames() {}

    /** Ends the peer's frames, without those that served the call, with a marker; whoever waited joins its own to it. */
    static void mark(Throwable failure, StackTraceElement[] remote, @Nullable RemoteMethod method) {
        List<StackTraceElement> frames = new ArrayList<>(Arrays.asList(remote).subList(0, served(remote)));
        frames.add(marker(method == null ? "made" : method.name(), "the peer"));
        failure.setStackTrace(frames.toArray(StackTraceElement[]::new));
        Throwable cause = ExceptionDescription.cause(failure);
        for (int depth = 0; cause != null && depth < ExceptionDescription.MOST_CAUSES; depth++) {
            StackTraceElement[] all = cause.getStackTrace();
            cause.setStackTrace(Arrays.copyOf(all, served(all)));
            cause = ExceptionDescription.cause(cause);
        }
    }

    /** Where the frames of the method end and those begin that called it. */
    static int served(StackTraceElement[] frames) {
        int end = frames.length - 1;
        while (end >= 0 && !isDispatch(frames[end])) {
            end--;
        }
        while (end > 0 && isDispatch(frames[end - 1])) {
            end--;
        }
        return end < 0 ? frames.length : end;
    }

    /** A codec of others may have let a frame pass that names no class. */
    private static boolean isDispatch(StackTraceElement frame) {
        return RemoteMethod.class.getName().equals(frame.getClassName())
                || DispatcherGenerator.class.getName().equals(frame.getClassName());
    }

    private static StackTraceElement marker(String method, String where) {
        return new StackTraceElement(MARKER, method, where, -1);
    }

    /** The same failure, if it has just crossed with the frames of this thread after the peer's. */
    static Throwable joined(Throwable failure, RemoteMethod method, CallTarget target) {
        StackTraceElement[] frames = failure.getStackTrace();
        int end = frames.length - 1;
        if (end < 0 || !MARKER.equals(frames[end].getClassName())) {
            return failure;
        }
        List<StackTraceElement> all = new ArrayList<>(Arrays.asList(frames).subList(0, end));
        all.add(marker(method.name(), target.describe()));
        all.addAll(caller());
        failure.setStackTrace(all.toArray(StackTraceElement[]::new));
        return failure;
    }

    /** This thread's frames outside the stub. */
    private static List<StackTraceElement> caller() {
        List<StackTraceElement> frames = Arrays.asList(new Throwable().getStackTrace());
        int inside = 0;
        while (inside < frames.size() && isStub(frames.get(inside).getClassName())) {
            inside++;
        }
        return frames.subList(inside, frames.size());
    }

    /** The JVM leaves out the frames of generated stubs unless it is told to show hidden ones. */
    private static boolean isStub(String name) {
        return name.equals(StackFrames.class.getName())
                || name.equals(Stub.class.getName())
                || name.equals(Stub.Base.class.getName())
                || name.startsWith(StubGenerator.class.getName())
                || name.startsWith("$Proxy", name.lastIndexOf('.') + 1);
    }
}
