package dev.wherry.dds.cdr;

import dev.wherry.dds.types.DataType;
import dev.wherry.dds.types.JavaType;
import dev.wherry.dds.types.Representation;

/** Writes and reads the values of one type, such as the samples of a topic. Compiled once; for any thread. */
public final class CdrCodec {
    private final CdrType type;
    private final DataType.Named dataType;
    private final String name;

    /**
     * Compiles a type.
     *
     * @throws IllegalArgumentException if it is neither a structure nor a union
     */
    public CdrCodec(JavaType type) {
        switch (type) {
            case JavaType.Members members -> {
                dataType = members.dataType();
                name = members.type().getSimpleName();
            }
            case JavaType.Cases cases -> {
                dataType = cases.dataType();
                name = cases.type().getSimpleName();
            }
            default ->
                throw new IllegalArgumentException(
                        "A topic's type is a record, a class with fields or a sealed type: " + type.dataType());
        }
        this.type = new CdrTypes().of(type);
    }

    /** Returns the type as DDS describes it. */
    public DataType.Named dataType() {
        return dataType;
    }

    /**
     * Writes a value with its header, instead of what the writer has.
     *
     * @throws CdrException if it has a part that cannot be sent, such as null where there must be a value
     */
    public void write(Object value, Representation representation, CdrWriter to) {
        try {
            to.begin(representation, dataType.extensibility());
            type.writeRequired(to, value);
            to.end();
        } catch (CdrException e) {
            throw e.within(name);
        }
    }

    /** Returns the bytes of a value, as {@link #write}. */
    public byte[] encode(Object value, Representation representation) {
        CdrWriter writer = new CdrWriter();
        write(value, representation, writer);
        return writer.toBytes();
    }

    /**
     * Reads a value. Bytes after it are ignored: a later version of the type may have more members.
     *
     * @throws CdrException if the bytes are not a value of the type, or it takes more than the limits allow
     */
    public Object read(CdrReader from) {
        try {
            from.expect(dataType.extensibility());
            return type.read(from);
        } catch (CdrException e) {
            throw e.within(name);
        }
    }

    /** Reads a value, as {@link #read}. */
    public Object decode(byte[] bytes, CdrLimits limits) {
        return read(new CdrReader(bytes, bytes.length, limits));
    }
}
