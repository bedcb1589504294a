package dev.wherry.codec;

import dev.wherry.Limits;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Definition;
import dev.wherry.spi.In;
import dev.wherry.spi.Types;
import java.util.function.BooleanSupplier;

/** A message without definitions and references whose caller's deadline passes while it is read. */
public final class LateMessage extends Decoding {
    /** The message of the failure. */
    public static final String REASON = "the deadline has passed";

    private final BooleanSupplier late;

    /** @param late asked whenever the codec checks the deadline */
    public LateMessage(byte[] bytes, BooleanSupplier late) {
        super(new In(bytes));
        this.late = late;
    }

    @Override
    public void checkTime() {
        if (late.getAsBoolean()) {
            throw CodecException.malformed(REASON);
        }
    }

    @Override
    public Definition definition(int number) {
        throw new AssertionError("None is asked for");
    }

    @Override
    public Object readReference(Class<?> declared, Types types) {
        throw new AssertionError("None is asked for");
    }

    @Override
    public Limits limits() {
        return Limits.defaults();
    }
}
