package dev.wherry.codec.compact;

import dev.wherry.spi.Coder;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Encoding;
import org.jspecify.annotations.Nullable;

/** The coder of one parameter or result. */
final class PlaceCoder implements Coder {
    private final Place place;
    private final String name;
    /** Text that is a parameter or result itself lies bare, even where sharing is kept. */
    private final Kind kind;

    PlaceCoder(Place place, String name) {
        this.place = place;
        this.name = name;
        this.kind = Kind.of(place.raw);
    }

    @Override
    public void encode(@Nullable Object value, Encoding to) {
        Writer writer = kind == Kind.OPEN ? Writer.of(to) : null;
        int mark = writer == null ? 0 : writer.mark();
        try {
            if (writer != null) {
                place.write(value, writer);
            } else {
                kind.write(value, to.out());
            }
        } catch (RuntimeException | StackOverflowError e) {
            if (writer != null) {
                writer.recover(mark);
            }
            throw Trail.step(Trail.thrown(e, "Writing a " + place), name);
        }
    }

    @Override
    public @Nullable Object decode(Decoding from) {
        if (kind != Kind.OPEN) {
            return kind.read(from.in());
        }
        Reader reader = Reader.of(from);
        try {
            Object value = place.read(reader);
            reader.finish();
            return value;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError | LinkageError e) {
            throw Trail.step(Trail.thrown(e, "Reading a " + place), name);
        }
    }
}
