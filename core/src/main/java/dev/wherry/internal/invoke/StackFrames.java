package dev.wherry.internal.invoke;

import dev.wherry.codec.ExceptionDescription;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stack traces of failures that a peer has sent: the peer's frames, a marker, the frames of the caller that waited. */
final class StackFrames {
    private static final String MARKER = "---- remote call";

    private StackFrames() {}

    /** Ends the peer's frames, without those that served the call, with a marker. The waiting caller adds its own frames. */
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

    /** Returns the index of the first frame below the method: it belongs to the code that called the method. */
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

    /** The class name of a frame may be null if another codec than Wherry's has decoded the frame. */
    private static boolean isDispatch(StackTraceElement frame) {
        return RemoteMethod.class.getName().equals(frame.getClassName())
                || DispatcherGenerator.class.getName().equals(frame.getClassName());
    }

    private static StackTraceElement marker(String method, String where) {
        return new StackTraceElement(MARKER, method, where, -1);
    }

    /**
     * Adds the frames of this thread to those of the peer if the failure has just arrived. Returns the same failure.
     *
     * @param method its name
     * @param stub the class whose frames, with those of its nested and generated classes, are left out
     */
    static Throwable joined(Throwable failure, String method, String target, Class<?> stub) {
        StackTraceElement[] frames = failure.getStackTrace();
        int end = frames.length - 1;
        if (end < 0 || !MARKER.equals(frames[end].getClassName())) {
            return failure;
        }
        List<StackTraceElement> all = new ArrayList<>(Arrays.asList(frames).subList(0, end));
        all.add(marker(method, target));
        all.addAll(caller(stub.getName()));
        failure.setStackTrace(all.toArray(StackTraceElement[]::new));
        return failure;
    }

    /** Returns this thread's frames outside the stub. */
    private static List<StackTraceElement> caller(String stub) {
        List<StackTraceElement> frames = Arrays.asList(new Throwable().getStackTrace());
        int inside = 0;
        while (inside < frames.size() && isStub(frames.get(inside).getClassName(), stub)) {
            inside++;
        }
        return frames.subList(inside, frames.size());
    }

    /** The JVM leaves out the frames of generated stubs unless it is started with an option to show hidden ones. */
    private static boolean isStub(String name, String stub) {
        return name.equals(StackFrames.class.getName())
                || name.equals(stub)
                || name.startsWith(stub + "$")
                || name.startsWith("$Proxy", name.lastIndexOf('.') + 1);
    }
}
