package dev.wherry.mobility.internal.tasks;

import dev.wherry.CallOptions;
import dev.wherry.Peer;
import dev.wherry.internal.extension.SessionExtension;
import dev.wherry.internal.invoke.CallTarget;
import dev.wherry.internal.invoke.RemoteMethod;
import dev.wherry.internal.invoke.Stubs;
import dev.wherry.mobility.MobilityPolicy;
import dev.wherry.mobility.internal.bundles.Announcement;
import dev.wherry.mobility.internal.bundles.ChannelCode;
import dev.wherry.mobility.internal.bundles.CodeGate;
import dev.wherry.mobility.internal.bundles.CodeSource;
import dev.wherry.mobility.internal.bundles.Connection;
import dev.wherry.mobility.internal.bundles.WorkspaceCode;
import dev.wherry.mobility.internal.code.ClassBytes;
import dev.wherry.mobility.internal.code.CodeHash;
import dev.wherry.mobility.internal.code.CodeSignature;
import dev.wherry.mobility.internal.code.Manifest;
import dev.wherry.mobility.internal.code.PackedCode;
import dev.wherry.mobility.internal.parcels.CallScope;
import dev.wherry.mobility.internal.parcels.Channel;
import dev.wherry.mobility.internal.parcels.ChannelServer;
import dev.wherry.mobility.internal.parcels.ChannelTarget;
import dev.wherry.mobility.internal.parcels.Parcel;
import dev.wherry.mobility.internal.parcels.Parcel.Attachments;
import dev.wherry.mobility.internal.parcels.Parcel.Reply;
import dev.wherry.mobility.internal.parcels.Route;
import dev.wherry.mobility.internal.parcels.WorkspaceGone;
import dev.wherry.mobility.internal.tasks.TaskHost.Opening;
import dev.wherry.mobility.internal.tasks.TaskHost.Worker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A sender that makes its parcels and announcements by hand. */
final class Forger {
    static final Opening OPENING = new Opening(null, false, Set.of(), 0, null);
    static final Opening SHARED = new Opening("shared", false, Set.of(), 0, null);

    final Connection connection;
    final TaskHost host;
    private final ChannelTarget target;
    private final ChannelServer server;
    private final RemoteMethod call;

    Forger(Peer peer) {
        connection = SessionTasks.of(peer);
        host = Stubs.create(
                connection.object(SessionExtension.OBJECT),
                connection.own(TaskHost.class),
                List.of(),
                CallOptions.none());
        CodeGate gate = new CodeGate(MobilityPolicy.of(connection.options()), null);
        WorkspaceCode code = new WorkspaceCode("forged", Set.of(), gate, gate.host(), connection::peer);
        Channel channel = new Channel(connection, new ChannelCode(connection, code), CallScope.NONE);
        target = new ChannelTarget(channel, new ByHand(connection), null);
        server = new ChannelServer(channel);
        call = Route.method(channel.parsed(Worker.class), "call");
    }

    /** Returns the interface that only a child JVM serves, and only for its parent. */
    ChildTaskHost asParent() {
        return Stubs.create(
                connection.object(SessionExtension.OBJECT),
                connection.own(ChildTaskHost.class),
                List.of(),
                CallOptions.none());
    }

    /** Returns the parcel of an honest sender. */
    Parcel parcel(Object task) {
        return target.pack(call, new Object[] {task});
    }

    /** Returns the answer of a host. */
    Parcel result(Object value) {
        return server.serve(new Answering(value), call, new Object[] {"task"}).parcel();
    }

    /** At the sender of {@code sent}. */
    Object answered(Reply reply, Parcel sent) throws Throwable {
        return target.outcome(call, reply, sent);
    }

    /** Nothing goes by it but what a test sends itself. */
    private record ByHand(Connection connection) implements Route {
        @Override
        public CallTarget target() {
            return connection.object(SessionExtension.OBJECT);
        }

        @Override
        public RemoteMethod call() {
            throw new AssertionError("by hand");
        }

        @Override
        public RemoteMethod send() {
            throw new AssertionError("by hand");
        }

        @Override
        public Object[] with(RemoteMethod method, Parcel arguments) {
            throw new AssertionError("by hand");
        }

        @Override
        public Object stub() {
            return null;
        }
    }

    private record Answering(Object value) implements Worker {
        @Override
        public Object call(Object task) {
            return value;
        }

        @Override
        public void fire(Object task) {}
    }

    Parcel with(Parcel parcel, Announcement code) {
        Attachments all = parcel.all();
        return Parcel.of(parcel.known(), parcel.body(), new Attachments(all.defined(), all.home(), all.remote(), code));
    }

    Object send(Parcel parcel) throws Throwable {
        return send(1, parcel);
    }

    Object send(long workspace, Parcel parcel) throws Throwable {
        return target.outcome(call, reply(workspace, parcel), parcel);
    }

    Object sendToShared(Parcel parcel) throws Throwable {
        return target.outcome(call, host.call(1, SHARED, parcel), parcel);
    }

    Reply reply(long workspace, Parcel parcel) throws WorkspaceGone {
        return host.call(workspace, OPENING, parcel);
    }

    /** Sends a task with other code than it needs. */
    Object send(Object task, Function<Announcement, Announcement> forged) throws Throwable {
        Parcel honest = parcel(task);
        return send(with(honest, forged.apply(honest.code())));
    }

    static Announcement signed(Announcement code, CodeSignature signature) {
        return new Announcement(code.manifest(), signature, code.source());
    }

    static Announcement from(Announcement code, CodeSource source) {
        return new Announcement(code.manifest(), code.signature(), source);
    }

    /** Announces the same, and answers so when it is asked for a class by name. */
    static Announcement finding(Announcement code, Function<String, Announcement> find) {
        return from(code, new Source() {
            @Override
            public byte[] fetch(List<CodeHash> hashes) {
                return code.source().fetch(hashes);
            }

            @Override
            public Announcement find(String name) {
                return find.apply(name);
            }
        });
    }

    /** Announces these files in addition to the honest ones, or instead of them, and hands over the files that it is asked for. */
    static Announcement with(Announcement code, ClassBytes... files) {
        Map<CodeHash, ClassBytes> own =
                Arrays.stream(files).collect(Collectors.toMap(ClassBytes::hash, file -> file, (a, _) -> a));
        List<Manifest.Entry> entries = new ArrayList<>(code.manifest().classes());
        entries.removeIf(
                entry -> Arrays.stream(files).anyMatch(file -> file.name().equals(entry.name())));
        entries.addAll(Manifest.of(Arrays.asList(files)).classes());
        return new Announcement(new Manifest(entries), null, new Source() {
            @Override
            public byte[] fetch(List<CodeHash> hashes) {
                List<ClassBytes> all = new ArrayList<>();
                for (CodeHash hash : hashes) {
                    ClassBytes file = own.get(hash);
                    all.add(file != null ? file : honest(code, hash));
                }
                return PackedCode.pack(all);
            }
        });
    }

    private static ClassBytes honest(Announcement code, CodeHash hash) {
        Manifest.Entry entry = code.manifest().classes().stream()
                .filter(each -> each.hash().equals(hash))
                .findFirst()
                .orElseThrow();
        return PackedCode.unpack(code.source().fetch(List.of(hash)), List.of(entry))
                .getFirst();
    }

    /** Has nothing. */
    static class Source implements CodeSource {
        @Override
        public byte[] fetch(List<CodeHash> hashes) {
            return new byte[0];
        }

        @Override
        public Announcement find(String className) {
            return null;
        }

        @Override
        public List<byte[]> resources(String name) {
            return List.of();
        }
    }
}
