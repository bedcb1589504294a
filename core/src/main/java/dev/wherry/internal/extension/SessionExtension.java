package dev.wherry.internal.extension;

import dev.wherry.internal.wire.Exported;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Adds one served object to every session of an endpoint, at both of its sides. The mobility module is the first user: its
 * object runs the tasks of the peer. An endpoint loads its extension when the extension is first needed. For any thread.
 */
public interface SessionExtension {
    /** The id of the object in every session. It is even, as the ids of bound objects are, and no bound object gets it. */
    long OBJECT = 1 << 20;

    /** Makes the extension of an endpoint. Found by {@link java.util.ServiceLoader}. */
    interface Provider {
        SessionExtension extend(ExtendedEndpoint endpoint);
    }

    /** The part of an extension that belongs to one session. For any thread. */
    interface Part {
        /**
         * The object that the peer calls by {@link #OBJECT}.
         *
         * @throws dev.wherry.CallException if the peer is not permitted to call it; then nothing is decoded of what it sent
         */
        Exported served();

        /** The session has ended. */
        void end();
    }

    /** Makes the part of a session, once per session, when it is first needed. */
    Part extend(ExtendedSession session);

    /**
     * Returns the threads that run the calls of an object which are received by the main link. A lane runs its calls itself.
     *
     * @param target the object that is called; null: the object of this extension
     * @return null if the calls run as those of other objects do
     */
    @Nullable
    Executor threads(@Nullable Object target);

    /**
     * Returns a number that changes when no thread may go on that has run calls of this extension, because their thread-locals may
     * keep classes which are to be unloaded. A lane that has run such calls then goes on with a new thread.
     */
    int generation();

    /** Whether the calling thread runs code of a peer, which must not change what this endpoint serves. */
    boolean isGuest();

    /** How many class files were received from peers so far. */
    long classesReceived();

    /** The endpoint closes; all its sessions have ended. */
    void close();
}
