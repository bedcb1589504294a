package dev.wherry.dds.admin;

import dev.wherry.dds.types.RpcTypes;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds the operations in the description of a request's type, the {@code TypeMapping} of XTypes 1.3. An operation is a case of a union
 * whose label is the hash of its name. Whatever does not fit ends the search.
 */
final class OperationNames {
    private static final int COMPLETE = 0xf2;
    private static final int MINIMAL = 0xf1;
    private static final int UNION = 0x52;
    private static final int SMALL_STRING = 0x70;
    private static final int LARGE_STRING = 0x71;
    private static final int LARGEST_PRIMITIVE = 0x11;
    private static final int HASH = 14;
    private static final int MOST = 1_000;
    private static final int LONGEST = 256;

    private final ByteBuffer from;
    private final Map<Integer, String> names = new TreeMap<>();

    private OperationNames(byte[] mapping) {
        from = ByteBuffer.wrap(mapping).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the names by hash; empty if there are none. */
    static Map<Integer, String> in(byte[] mapping) {
        OperationNames search = new OperationNames(mapping);
        try {
            search.mapping();
        } catch (BufferUnderflowException | IllegalArgumentException e) { // it is cut, or not a mapping
            return Collections.unmodifiableMap(search.names);
        }
        return Collections.unmodifiableMap(search.names);
    }

    /** Two lists of pairs of an identifier and a type: the minimal types, which have no names, and the complete ones. */
    private void mapping() {
        skip();
        align(Integer.BYTES);
        from.getInt();
        int pairs = from.getInt();
        for (int i = 0; i < pairs && names.size() < MOST && skipIdentifier(); i++) {
            int end = delimited();
            type();
            from.position(end);
        }
    }

    private void type() {
        if (octet() != COMPLETE || octet() != UNION) {
            return;
        }
        align(Short.BYTES);
        from.getShort(); // its flags
        skip(); // its header
        skip(); // its discriminator
        align(Integer.BYTES);
        from.getInt();
        int members = from.getInt();
        for (int i = 0; i < members && names.size() < MOST; i++) {
            int end = delimited();
            member();
            from.position(end);
        }
    }

    private void member() {
        from.getInt(); // its id
        from.getShort(); // its flags
        if (!skipIdentifier()) {
            return;
        }
        align(Integer.BYTES);
        int labels = from.getInt();
        if (labels != 1) {
            return;
        }
        int label = from.getInt();
        int length = from.getInt();
        if (length < 2 || length > LONGEST + 1) {
            return;
        }
        byte[] bytes = new byte[length - 1];
        from.get(bytes);
        String name = new String(bytes, StandardCharsets.UTF_8);
        if (RpcTypes.hash(name) == label) {
            names.put(label, name);
        }
    }

    /** Returns false if the identifier is of a kind that requests do not have, whose length is not known here. */
    private boolean skipIdentifier() {
        int kind = octet();
        if (kind == COMPLETE || kind == MINIMAL) {
            from.position(from.position() + HASH);
        } else if (kind == SMALL_STRING) {
            octet();
        } else if (kind == LARGE_STRING) {
            align(Integer.BYTES);
            from.getInt();
        } else {
            return kind <= LARGEST_PRIMITIVE;
        }
        return true;
    }

    private int octet() {
        return from.get() & 0xff;
    }

    private void align(int to) {
        from.position((from.position() + to - 1) & -to);
    }

    /** Reads the length of what follows. Returns where it ends. */
    private int delimited() {
        align(Integer.BYTES);
        int length = from.getInt();
        if (length < 0 || length > from.remaining()) {
            throw new IllegalArgumentException("A length is longer than what follows");
        }
        return from.position() + length;
    }

    private void skip() {
        from.position(delimited());
    }
}
