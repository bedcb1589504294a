package dev.wherry.dds.types;

import dev.wherry.dds.types.DataType.Enumeration;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Structure;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;

/** The types of OMG DDS-RPC 1.0 that all interfaces share (7.5.1.1.1), and its hash of names (7.5.1.1.2). */
public final class RpcTypes {
    /** The name of the only member of a structure that has none, since IDL has no empty structures. */
    public static final String DUMMY = "dummy";

    /** The most bytes of {@code instanceName}. */
    public static final int LONGEST_INSTANCE_NAME = 255;

    private static final Structure ENTITY_ID = structure(
            "dds::EntityId_t",
            Extensibility.FINAL,
            member("entityKey", 0, new DataType.Array(Primitive.BYTE, 3)),
            member("entityKind", 1, Primitive.BYTE));
    private static final Structure GUID = structure(
            "dds::GUID_t",
            Extensibility.FINAL,
            member("guidPrefix", 0, new DataType.Array(Primitive.BYTE, 12)),
            member("entityId", 1, ENTITY_ID));
    private static final Structure SEQUENCE_NUMBER = structure(
            "dds::SequenceNumber_t",
            Extensibility.FINAL,
            member("high", 0, Primitive.INT32),
            member("low", 1, Primitive.UINT32));

    /** Identifies a request: its writer, and the number that the writer gave it. */
    public static final Structure SAMPLE_IDENTITY = structure(
            "dds::SampleIdentity",
            Extensibility.FINAL,
            member("writer_guid", 0, GUID),
            member("sequence_number", 1, SEQUENCE_NUMBER));

    /** How a call ended. */
    public static final Enumeration REMOTE_EXCEPTION_CODE = new Enumeration(
            "dds::rpc::RemoteExceptionCode_t",
            Extensibility.FINAL,
            List.of(
                    new Enumeration.Literal("REMOTE_EX_OK", 0),
                    new Enumeration.Literal("REMOTE_EX_UNSUPPORTED", 1),
                    new Enumeration.Literal("REMOTE_EX_INVALID_ARGUMENT", 2),
                    new Enumeration.Literal("REMOTE_EX_OUT_OF_RESOURCES", 3),
                    new Enumeration.Literal("REMOTE_EX_UNKNOWN_OPERATION", 4),
                    new Enumeration.Literal("REMOTE_EX_UNKNOWN_EXCEPTION", 5)));

    /** The header of a request. */
    public static final Structure REQUEST_HEADER = structure(
            "dds::rpc::RequestHeader",
            Extensibility.FINAL,
            member("requestId", 0, SAMPLE_IDENTITY),
            member("instanceName", 1, new DataType.Text(LONGEST_INSTANCE_NAME)));

    /** The header of a reply. */
    public static final Structure REPLY_HEADER = structure(
            "dds::rpc::ReplyHeader",
            Extensibility.FINAL,
            member("relatedRequestId", 0, SAMPLE_IDENTITY),
            member("remoteEx", 1, REMOTE_EXCEPTION_CODE));

    private RpcTypes() {}

    /** Returns the hash of a name: the first four bytes of its MD5, the first one lowest. */
    public static int hash(String name) {
        try {
            byte[] md5 = MessageDigest.getInstance("MD5").digest(name.getBytes(StandardCharsets.UTF_8));
            return (md5[0] & 0xff) | (md5[1] & 0xff) << 8 | (md5[2] & 0xff) << 16 | (md5[3] & 0xff) << 24;
        } catch (NoSuchAlgorithmException e) { // each JDK has it
            throw new IllegalStateException(e);
        }
    }

    /** Returns a structure, with the member {@link #DUMMY} if there is no other. */
    static Structure structure(String name, Extensibility extensibility, List<Structure.Member> members) {
        List<Structure.Member> all = new ArrayList<>(members);
        if (all.isEmpty()) {
            all.add(member(DUMMY, 0, Primitive.BYTE));
        }
        return new Structure(name, extensibility, null, List.copyOf(all));
    }

    private static Structure structure(String name, Extensibility extensibility, Structure.Member... members) {
        return structure(name, extensibility, List.of(members));
    }

    /** Returns a member that is required and no key. */
    static Structure.Member member(String name, int id, DataType type) {
        return new Structure.Member(name, id, type, false, false);
    }
}
