package dev.wherry.codec.library;

import dev.wherry.codec.DeepStack;
import dev.wherry.spi.Codec.Coder;
import dev.wherry.spi.CodecException;
import dev.wherry.spi.Decoding;
import dev.wherry.spi.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * The coder of one parameter or result whose values the library writes: 0 for null, or a form of {@link Writing}.
 *
 * @param compact codes the values that hold objects which the library does not take
 */
record LibraryCoder(Class<?> type, String place, Coder compact, LibraryTypes types) implements Coder {
    @Override
    public void encode(@Nullable Object value, Encoding to) {
        if (value == null) {
            to.out().writeByte(Writing.NULL);
            return;
        }
        try {
            Walk walk = new Walk(types.shapes(), to.limits());
            int depth = walk.check(value);
            if (!walk.carried()) {
                to.state(null);
                to.out().writeByte(Writing.ALL_ASIDE);
                compact.encode(value, to);
                return;
            }
            Writing writing = new Writing(types, to, walk);
            if (depth > DeepStack.SHALLOW) {
                DeepStack.<@Nullable Object>call(() -> {
                    write(value, writing);
                    return null;
                });
            } else {
                write(value, writing);
            }
            walk.requireUnchanged();
        } catch (CodecException e) {
            throw e.path().startsWith(place) ? e : e.at(place);
        }
    }

    private void write(Object value, Writing to) {
        try {
            types.library().write(value, to);
        } catch (Throwable e) { // the library runs code of the value's classes
            throw Failures.of(e, "A value cannot be written");
        }
    }

    @Override
    public @Nullable Object decode(Decoding from) {
        try {
            int head = from.in().readByte();
            boolean cyclic = (head & Writing.CYCLIC) != 0;
            Object value = switch (head) {
                case Writing.NULL -> null;
                case Writing.WHOLE, Writing.WHOLE | Writing.CYCLIC -> library(new Reading(types, from, 0, cyclic));
                case Writing.WITH_ASIDE, Writing.WITH_ASIDE | Writing.CYCLIC ->
                    library(new Reading(types, from, from.in().readInt(), cyclic));
                case Writing.ALL_ASIDE -> aside(from);
                default -> throw CodecException.malformed("a value that begins with " + head);
            };
            if (value != null && !type.isInstance(value)) {
                throw CodecException.misplaced(value.getClass().getName(), type.getName());
            }
            return value;
        } catch (CodecException e) {
            throw e.path().startsWith(place) ? e : e.at(place);
        }
    }

    private @Nullable Object aside(Decoding from) {
        from.state(null);
        return compact.decode(from);
    }

    private Object library(Reading from) {
        Object value;
        try {
            value = read(from);
        } catch (Failures.TooDeepHere e) {
            from.again();
            value = DeepStack.call(() -> read(from));
        }
        from.end();
        return value;
    }

    private Object read(Reading from) {
        try {
            Object value = types.library().read(from);
            from.finish(value);
            return value;
        } catch (Throwable e) { // malformed bytes may make the library, or the value's classes, throw anything
            throw Failures.of(e, "A value cannot be read");
        }
    }
}
