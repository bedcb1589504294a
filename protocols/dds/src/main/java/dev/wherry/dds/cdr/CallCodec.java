package dev.wherry.dds.cdr;

import dev.wherry.dds.types.CallTypes;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.Operation;
import dev.wherry.dds.types.Representation;
import dev.wherry.dds.types.RpcTypes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes and reads the requests and replies of one interface, as OMG DDS-RPC 1.0 has them. Compiled once; for any thread. */
public final class CallCodec implements MessageCodec {
    private static final RemoteExceptionCode[] CODES = RemoteExceptionCode.values();
    private static final int RETURNED = 0;

    private final Representation representation;
    private final Extensibility callType;
    private final Extensibility returnType;
    private final Map<Integer, OperationCodec> operations = new HashMap<>();
    /** A label that no operation has. */
    private final int noOperation;

    /** Compiles the types of an interface's calls. */
    public CallCodec(CallTypes types, Representation representation) {
        this.representation = representation;
        callType = types.callType().extensibility();
        returnType = types.returnType().extensibility();
        CdrTypes compiled = new CdrTypes();
        for (Operation each : types.operations()) {
            operations.put(each.hash(), new OperationCodec(each, compiled));
        }
        int free = 0;
        while (operations.containsKey(free)) {
            free++;
        }
        noOperation = free;
    }

    private OperationCodec codec(Operation operation) {
        OperationCodec codec = operations.get(operation.hash());
        if (codec == null || !codec.operation().method().equals(operation.method())) {
            throw new IllegalArgumentException(operation.name() + " is an operation of another interface");
        }
        return codec;
    }

    @Override
    public void writeRequest(
            CdrWriter to,
            SampleIdentity identity,
            String instanceName,
            Operation operation,
            @Nullable Object[] arguments) {
        int longest = RpcTypes.LONGEST_INSTANCE_NAME;
        boolean mayBeLonger = instanceName.length() > longest / 3;
        if (mayBeLonger && instanceName.getBytes(StandardCharsets.UTF_8).length > longest) {
            throw new IllegalArgumentException(
                    "The name of a service has at most " + longest + " bytes: " + instanceName);
        }
        to.begin(representation, Extensibility.FINAL);
        identity.write(to);
        to.writeText(instanceName);
        int start = UnionType.begin(to, callType, operation.hash());
        codec(operation).writeArguments(to, arguments);
        UnionType.end(to, callType, start);
        to.end();
    }

    @Override
    public boolean writeProbe(CdrWriter to, SampleIdentity identity, String instanceName) {
        to.begin(representation, Extensibility.FINAL);
        identity.write(to);
        to.writeText(instanceName);
        int start = UnionType.begin(to, callType, noOperation);
        to.writeByte((byte) 0);
        UnionType.end(to, callType, start);
        to.end();
        return true;
    }

    @Override
    public Request readRequest(CdrReader from) {
        from.expect(Extensibility.FINAL);
        SampleIdentity identity = SampleIdentity.read(from);
        String instanceName = from.readText();
        if (UnionType.isDelimited(from.delimits(), callType)) {
            from.beginLength();
        }
        return new Request(identity, instanceName, operations.get(from.readInt()), from);
    }

    @Override
    public void writeResult(CdrWriter to, SampleIdentity related, Operation operation, @Nullable Object result) {
        int start = beginReply(to, related, operation);
        int inner = UnionType.begin(to, operation.resultType().extensibility(), RETURNED);
        codec(operation).writeResult(to, result);
        UnionType.end(to, operation.resultType().extensibility(), inner);
        endReply(to, start);
    }

    /** One that the method does not declare is only {@link RemoteExceptionCode#UNKNOWN_EXCEPTION}. */
    @Override
    public boolean writeFailure(CdrWriter to, SampleIdentity related, Operation operation, Throwable failure) {
        Operation.Failure declared = operation.declared(failure);
        if (declared == null) {
            return writeCode(to, related, RemoteExceptionCode.UNKNOWN_EXCEPTION);
        }
        int start = beginReply(to, related, operation);
        int inner = UnionType.begin(to, operation.resultType().extensibility(), declared.hash());
        codec(operation).writeFailure(to, declared, failure);
        UnionType.end(to, operation.resultType().extensibility(), inner);
        endReply(to, start);
        return true;
    }

    private int beginReply(CdrWriter to, SampleIdentity related, Operation operation) {
        beginReply(to, related, RemoteExceptionCode.OK);
        return UnionType.begin(to, returnType, operation.hash());
    }

    private void beginReply(CdrWriter to, SampleIdentity related, RemoteExceptionCode code) {
        to.begin(representation, Extensibility.FINAL);
        related.write(to);
        to.writeInt(code.number());
    }

    private void endReply(CdrWriter to, int start) {
        UnionType.end(to, returnType, start);
        to.end();
    }

    @Override
    public boolean writeCode(CdrWriter to, SampleIdentity related, RemoteExceptionCode code) {
        if (code == RemoteExceptionCode.OK) {
            throw new IllegalArgumentException("A reply that is OK has a result");
        }
        beginReply(to, related, code);
        int start = UnionType.begin(to, returnType, noOperation);
        to.writeByte((byte) 0);
        endReply(to, start);
        return true;
    }

    @Override
    public Reply readReply(CdrReader from) {
        from.expect(Extensibility.FINAL);
        SampleIdentity identity = SampleIdentity.read(from);
        int number = from.readInt();
        if (number < 0 || number >= CODES.length) {
            throw from.failure("the code " + number + " of a reply is unknown");
        }
        RemoteExceptionCode code = CODES[number];
        if (code != RemoteExceptionCode.OK) {
            return new Reply(identity, code, null, null, from);
        }
        if (UnionType.isDelimited(from.delimits(), returnType)) {
            from.beginLength();
        }
        OperationCodec operation = operations.get(from.readInt());
        if (operation == null) {
            throw from.failure("the reply is of an operation that the interface does not have");
        }
        Extensibility resultType = operation.operation().resultType().extensibility();
        if (UnionType.isDelimited(from.delimits(), resultType)) {
            from.beginLength();
        }
        int label = from.readInt();
        CdrType failure = operation.failure(label);
        return label != RETURNED && failure == null
                ? new Reply(identity, RemoteExceptionCode.UNKNOWN_EXCEPTION, null, null, from)
                : new Reply(identity, code, operation, failure, from);
    }

    @Override
    public @Nullable SampleIdentity sentIdentity(byte[] payload, int offset, int length) {
        return SampleIdentity.peek(payload, offset, length);
    }

    @Override
    public SampleIdentity clientIdentity(byte[] guid) {
        ByteBuffer both = ByteBuffer.wrap(guid);
        return new SampleIdentity(both.getLong(), both.getLong(), 0);
    }
}
