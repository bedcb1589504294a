package dev.wherry.dds.cyclone;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.wherry.dds.engine.DdsException;
import dev.wherry.dds.engine.Discovered;
import dev.wherry.dds.engine.DomainWatch;
import dev.wherry.dds.engine.Reader;
import java.util.List;
import java.util.function.Consumer;

/** Watches a domain by the topics that announce it. */
final class CycloneWatch implements DomainWatch {
    /** Taken from one topic before the others get their turn. */
    private static final int AT_ONCE = 1_000;

    /** Begins the types of the topics of discovery themselves, whose readers the library reports too. */
    private static final String INTERNAL = "org::eclipse::cyclonedds::builtin::";

    private final CycloneWaitSet waitSet;
    private final List<Source> sources;

    /** A topic with its reader, whose own way to take is not used. */
    record Source(BuiltinTopic topic, CycloneReader reader) {}

    CycloneWatch(CycloneWaitSet waitSet, List<Source> sources) {
        this.waitSet = waitSet;
        this.sources = sources;
        sources.forEach(each -> waitSet.attach(each.reader));
    }

    @Override
    public boolean await(long nanos, Consumer<? super Discovered> sink) {
        return waitSet.await(nanos, ready -> take(ready, sink));
    }

    private void take(Reader ready, Consumer<? super Discovered> sink) {
        for (Source each : sources) {
            for (int i = 0; each.reader == ready && i < AT_ONCE && takeOne(each, sink); i++) {}
        }
    }

    /** Hands a sample on after it is returned to the library. */
    private static boolean takeOne(Source from, Consumer<? super Discovered> sink) {
        Entity entity = from.reader.entity();
        if (!entity.uses.tryEnter()) {
            return false;
        }
        Discovered read;
        try (BuiltinTopic.Loan loan = BuiltinTopic.Loan.take(entity.handle)) {
            if (loan.isEmpty()) {
                return false;
            }
            read = from.topic.read(
                    loan.sample(), loan.isValid() && loan.isAlive(), loan.info.get(JAVA_LONG, Layouts.INFO_INSTANCE));
        } catch (DdsException e) {
            if (e.kind() == DdsException.Kind.CLOSED || entity.uses.isClosed()) {
                return false;
            }
            throw e;
        } finally {
            entity.uses.exit();
        }
        if (!(read instanceof Discovered.Endpoint endpoint) || !endpoint.type().startsWith(INTERNAL)) {
            sink.accept(read);
        }
        return true;
    }

    @Override
    public void close() {
        waitSet.close();
        sources.forEach(each -> each.reader.close());
    }
}
