package dev.wherry.internal.endpoint;

import dev.wherry.internal.session.Session;
import dev.wherry.internal.wire.ExportTable;
import dev.wherry.statistics.HeldObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Lists which objects of an endpoint its peers refer to, for tools. */
final class HeldObjects {
    /**
     * The most rows. The sessions share them, so that a peer that holds very many objects neither makes the list long nor hides what
     * others hold.
     */
    private static final int MOST = 1_000;

    private HeldObjects() {}

    static List<HeldObject> of(Collection<Session> all) {
        long now = System.nanoTime();
        List<Session> sessions = all.stream()
                .filter(session -> session.exports().size() > 0)
                .sorted(Comparator.comparingInt(session -> session.exports().size()))
                .toList();
        List<HeldObject> rows = new ArrayList<>();
        int left = sessions.size();
        for (Session session : sessions) {
            int share = (MOST - rows.size()) / left--;
            session.exports().oldest(share).forEach(each -> rows.add(row(session, each, now)));
        }
        rows.sort(Comparator.comparingLong(HeldObject::session).thenComparingLong(HeldObject::object));
        return List.copyOf(rows);
    }

    private static HeldObject row(Session session, ExportTable.Row object, long now) {
        return new HeldObject(
                session.peer().number(),
                session.name(),
                Duration.ofNanos(now - session.peer().connected()),
                object.id(),
                object.type(),
                object.references(),
                Duration.ofNanos(now - object.since()));
    }
}
