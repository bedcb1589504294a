package dev.wherry.dds.cyclone;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.charset.StandardCharsets;

/** The layouts of the structures that the C library of version 11.0 shares with its callers on 64-bit systems. */
final class Layouts {
    /** {@code dds_sample_info_t}. */
    static final long INFO_SIZE = 64;

    static final long INFO_INSTANCE_STATE = 8;
    static final long INFO_VALID = 12;
    static final long INFO_SOURCE_TIME = 16;
    static final long INFO_INSTANCE = 24;
    static final long INFO_PUBLICATION = 32;
    static final long INFO_DISPOSALS = 40;

    /** {@code struct ddsi_serdata}, as far as a disposal sets it. */
    static final long SERDATA_SIZE = 48;

    static final long SERDATA_KIND = 16;
    static final long SERDATA_TYPE = 24;
    static final long SERDATA_TIME = 32;
    static final long SERDATA_STATUS = 40;

    /** {@code ddsrt_iovec_t}; Windows has the length first. */
    static final long VECTOR_SIZE = 16;

    static final long VECTOR_BASE = Platform.CURRENT.isWindows() ? 8 : 0;
    static final long VECTOR_LENGTH = Platform.CURRENT.isWindows() ? 0 : 8;

    /** The matched statuses of readers and writers: the current count. */
    static final long MATCHED_SIZE = 64;

    static final long MATCHED_CURRENT = 8;

    /** Of {@code dds_liveliness_changed_status_t}, which is as long. */
    static final long LIVELINESS_ALIVE = 0;

    /** The incompatible statuses of readers and writers: how often, and the policy of the last time. */
    static final long INCOMPATIBLE_SIZE = 16;

    static final long INCOMPATIBLE_COUNT = 0;
    static final long INCOMPATIBLE_POLICY = 8;

    /** {@code dds_dynamic_type_t}: two pointers and a return code. */
    static final StructLayout TYPE =
            MemoryLayout.structLayout(ADDRESS, ADDRESS, JAVA_INT, MemoryLayout.paddingLayout(4));

    static final long TYPE_CODE = 16;

    /** {@code dds_dynamic_type_spec_t}: a kind, and a union whose largest member is a type. */
    static final StructLayout SPECIFICATION = MemoryLayout.structLayout(JAVA_INT, MemoryLayout.paddingLayout(4), TYPE);

    static final long SPECIFICATION_VALUE = 8;

    /** {@code dds_dynamic_type_descriptor_t}. */
    static final StructLayout TYPE_DESCRIPTOR = MemoryLayout.structLayout(
            JAVA_INT,
            MemoryLayout.paddingLayout(4),
            ADDRESS,
            SPECIFICATION,
            SPECIFICATION,
            JAVA_INT,
            MemoryLayout.paddingLayout(4),
            ADDRESS,
            SPECIFICATION,
            SPECIFICATION);

    static final long DESCRIPTOR_KIND = 0;
    static final long DESCRIPTOR_NAME = 8;
    static final long DESCRIPTOR_DISCRIMINATOR = 48;
    static final long DESCRIPTOR_BOUND_COUNT = 80;
    static final long DESCRIPTOR_BOUNDS = 88;
    static final long DESCRIPTOR_ELEMENT = 96;

    /** {@code dds_dynamic_member_descriptor_t}. */
    static final StructLayout MEMBER_DESCRIPTOR = MemoryLayout.structLayout(
            ADDRESS,
            JAVA_INT,
            MemoryLayout.paddingLayout(4),
            SPECIFICATION,
            ADDRESS,
            JAVA_INT,
            JAVA_INT,
            ADDRESS,
            JAVA_BOOLEAN,
            MemoryLayout.paddingLayout(7));

    static final long MEMBER_NAME = 0;
    static final long MEMBER_ID = 8;
    static final long MEMBER_TYPE = 16;
    static final long MEMBER_INDEX = 56;
    static final long MEMBER_LABEL_COUNT = 60;
    static final long MEMBER_LABELS = 64;
    static final long MEMBER_DEFAULT = 72;

    /** {@code dds_dynamic_enum_literal_value_t}: a kind and a value. */
    static final StructLayout LITERAL = MemoryLayout.structLayout(JAVA_INT, JAVA_INT);

    static final long LITERAL_VALUE = 4;

    /** {@code dds_topic_descriptor_t}, up to where and how long the serialized mapping of its types is. */
    static final long TOPIC_DESCRIPTOR_SIZE = 88;

    static final long TOPIC_DESCRIPTOR_MAPPING = 72;
    static final long TOPIC_DESCRIPTOR_MAPPING_LENGTH = 80;

    /** {@code dds_builtintopic_participant_t}, which begins with a GUID. */
    static final long BUILTIN_PARTICIPANT_SIZE = 24;

    static final long BUILTIN_PARTICIPANT_QOS = 16;

    /** {@code dds_builtintopic_endpoint_t}, which begins with a GUID. */
    static final long BUILTIN_ENDPOINT_SIZE = 64;

    static final long BUILTIN_ENDPOINT_PARTICIPANT = 16;
    static final long BUILTIN_ENDPOINT_TOPIC = 40;
    static final long BUILTIN_ENDPOINT_TYPE = 48;
    static final long BUILTIN_ENDPOINT_QOS = 56;

    static final int GUID_SIZE = 16;

    private Layouts() {}

    /** Returns a text that a function has returned, or its first bytes if no NUL is among them. */
    @SuppressWarnings("restricted") // reads up to a NUL, as the function has promised one
    static String text(MemorySegment pointer, int longest) {
        if (pointer.address() == 0) {
            return "";
        }
        MemorySegment text = pointer.reinterpret(longest);
        byte[] bytes = new byte[longest];
        int length = 0;
        while (length < longest && (bytes[length] = text.get(JAVA_BYTE, length)) != 0) {
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    static void setVector(MemorySegment vector, MemorySegment base, long length) {
        vector.set(ADDRESS, VECTOR_BASE, base);
        if (Platform.CURRENT.isWindows()) {
            vector.set(JAVA_INT, VECTOR_LENGTH, Math.toIntExact(length));
        } else {
            vector.set(JAVA_LONG, VECTOR_LENGTH, length);
        }
    }
}
