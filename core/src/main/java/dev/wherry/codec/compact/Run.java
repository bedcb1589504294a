package dev.wherry.codec.compact;

import dev.wherry.codec.Snapshot;
import dev.wherry.spi.CodecException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values one after another at one place: the class is written where it changes. For one container and thread. */
@SuppressWarnings("ReferenceEquality") // a form is itself
final class Run {
    /** How the elements lie: each with its head. */
    static final int OPEN = 0;
    /** How the elements lie: all as text. */
    static final int TEXT = 1;

    private final Place at;
    private @Nullable Form previous;

    Run(Place at) {
        this.at = at;
    }

    void put(@Nullable Object value, Writer to) {
        if (value == null) {
            to.out.writeByte(Heads.NULL);
            return;
        }
        Form form = at.form(value, to);
        int number = form.number(value, to);
        if (number == Writer.BACK) {
            return;
        }
        form = form.of(number);
        if (form == previous) {
            to.out.writeByte(Heads.SAME);
        } else {
            form.head(to);
            previous = form;
        }
        form.body(value, at, number, to);
    }

    @Nullable
    Object get(Reader from) {
        int head = from.in.readSize();
        if (head == Heads.SAME) {
            if (previous == null) {
                throw CodecException.malformed("an element of the same class as none before");
            }
            return at.checked(previous.get(at, from));
        }
        if (head == Heads.NULL) {
            return null;
        }
        if (at.refersBack(head)) {
            return at.checked(from.readBack());
        }
        Form form = at.form(head, from);
        previous = form;
        return at.checked(form.get(at, from));
    }

    /** Writes how elements lie, and the elements. */
    static void write(@Nullable Object[] values, Place at, Writer to) {
        write(Arrays.asList(values), values.length, at, to);
    }

    /** Writes how elements lie, and the elements of a list that is quick at giving them by index. */
    static void write(List<?> values, int size, Place at, Writer to) {
        to.out.writeByte(at.text() ? TEXT : OPEN);
        int i = 0;
        try {
            ArrayList<?> list = values instanceof ArrayList<?> some ? some : null;
            if (at.text()) {
                for (; i < size; i++) {
                    to.out.writeText((String) (list == null ? values.get(i) : Snapshot.at(list, i)));
                }
                return;
            }
            Run run = new Run(at);
            if (list != null) {
                for (; i < size; i++) {
                    run.put(Snapshot.at(list, i), to);
                }
                return;
            }
            for (; i < size; i++) {
                run.put(values.get(i), to);
            }
        } catch (CodecException e) {
            throw Trail.step(e, "[" + i + "]");
        }
    }

    /** Reads how elements lie, and that many elements. */
    static void read(@Nullable Object[] into, Place at, Reader from) {
        read(into, at, from, null);
    }

    /** The same, counting what it costs to hash or compare each; null: nobody does. */
    static void read(@Nullable Object[] into, Place at, Reader from, @Nullable KeyCost cost) {
        boolean text = text(from.in.readByte());
        int i = 0;
        try {
            Run run = new Run(at);
            for (; i < into.length; i++) {
                if (cost == null) {
                    into[i] = text ? run.text(from) : run.get(from);
                } else {
                    into[i] = cost.read(run, text);
                }
            }
        } catch (CodecException e) {
            throw Trail.step(e, "[" + i + "]");
        }
    }

    /** Reads how elements lie, and that many elements. */
    static void read(List<@Nullable Object> into, int size, Place at, Reader from) {
        boolean text = text(from.in.readByte());
        int i = 0;
        try {
            if (text && at.text()) {
                for (; i < size; i++) {
                    into.add(from.in.readText());
                }
                return;
            }
            Run run = new Run(at);
            for (; i < size; i++) {
                into.add(text ? run.text(from) : run.get(from));
            }
        } catch (CodecException e) {
            throw Trail.step(e, "[" + i + "]");
        }
    }

    @Nullable
    Object text(Reader from) {
        at.checkTakesTexts();
        String text = from.in.readText();
        return text == null ? null : at.checked(text);
    }

    static boolean text(int layout) {
        if (layout > TEXT) {
            throw CodecException.malformed("elements laid out as " + layout);
        }
        return layout == TEXT;
    }
}
