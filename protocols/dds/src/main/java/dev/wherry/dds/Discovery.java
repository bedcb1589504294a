package dev.wherry.dds;

import dev.wherry.dds.admin.DomainContents;
import dev.wherry.dds.engine.DdsLog;
import dev.wherry.dds.engine.Discovered;
import dev.wherry.dds.engine.DomainWatch;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The participants, readers and writers of a domain at this moment, those of this process included. All names are those of other programs,
 * and may have any characters. At most 20,000 participants and endpoints are kept. For any thread.
 */
public final class Discovery implements AutoCloseable {
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

    private final DomainContents contents = new DomainContents();
    private final DomainWatch watch;
    private final Listener listener;
    private final Thread thread;

    /**
     * A member of the domain. A GUID is 32 hexadecimal digits.
     *
     * @param host the name of its host; empty if it does not say it, as those of some other vendors
     * @param process the name of its process, or empty
     * @param processId a number, or empty
     */
    public record Participant(String guid, String host, String process, String processId) {}

    /**
     * A reader or a writer.
     *
     * @param participant the GUID of the participant that has it
     * @param type the name of the topic's type
     * @param policies the values of its policies by name, such as {@code RELIABLE} of {@code reliability}; empty if they are not valid
     */
    public record Endpoint(
            String guid,
            String participant,
            boolean isWriter,
            String topic,
            String type,
            Map<String, String> policies) {}

    /** Notified of changes, by one thread, one at a time. It may call any method, and should not block for long. */
    public interface Listener {
        /** Called for each participant that joins, and for those that are there already. */
        default void joined(Participant participant) {}

        /** Called for each participant that leaves, or that has given no sign of life for the time of its lease. */
        default void left(Participant participant) {}

        /** Called for each reader and writer that is created or changes its policies, and for those that are there already. */
        default void added(Endpoint endpoint) {}

        /** Called for each reader and writer that is closed. */
        default void removed(Endpoint endpoint) {}
    }

    private Discovery(DomainWatch watch, Listener listener) {
        this.watch = watch;
        this.listener = listener;
        thread = new Thread(this::run, "wherry-dds-discovery");
        thread.setDaemon(true);
    }

    static Discovery start(DomainWatch watch, Listener listener) {
        Discovery discovery = new Discovery(watch, listener);
        discovery.thread.start();
        return discovery;
    }

    /** Returns the participants. Those of other processes are found some time after this is opened. */
    public List<Participant> participants() {
        return contents.members().stream().map(DomainContents::view).toList();
    }

    /** Returns the readers and writers. */
    public List<Endpoint> endpoints() {
        return contents.endpoints().stream().map(DomainContents::view).toList();
    }

    private void run() {
        boolean open = true;
        while (open) {
            try {
                open = watch.await(Long.MAX_VALUE, this::accept);
            } catch (RuntimeException e) {
                DdsLog.ofPeer(Level.ERROR, () -> "A listener of discovery, or discovery itself, has failed", e);
                LockSupport.parkNanos(PAUSE); // the failure may last
            }
        }
    }

    private void accept(Discovered report) {
        switch (report) {
            case Discovered.Member member -> {
                if (contents.accept(member) == null) {
                    listener.joined(DomainContents.view(member));
                }
            }
            case Discovered.Endpoint endpoint -> {
                if (!endpoint.equals(contents.accept(endpoint))) {
                    listener.added(DomainContents.view(endpoint));
                }
            }
            case Discovered.Gone gone -> {
                switch (contents.accept(gone)) {
                    case Discovered.Member member -> listener.left(DomainContents.view(member));
                    case Discovered.Endpoint endpoint -> listener.removed(DomainContents.view(endpoint));
                    case null, default -> {}
                }
            }
        }
    }

    /** Ends it. A notification that is under way is not waited for. */
    @Override
    public void close() {
        watch.close();
    }
}
