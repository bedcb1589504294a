package dev.wherry.codec.kryo;

import com.esotericsoftware.kryo.util.MapReferenceResolver;
import dev.wherry.codec.library.Shapes;
import dev.wherry.spi.CodecException;

/** Decides which objects keep their identity: those of the program, containers and arrays, not texts. */
@SuppressWarnings("rawtypes") // as Kryo declares it
final class Identities extends MapReferenceResolver {
    private final Shapes shapes;
    private final Lengths input;

    Identities(Shapes shapes, Lengths input) {
        this.shapes = shapes;
        this.input = input;
    }

    /** Asked before a reference is written or read, and so before its number. */
    @Override
    public boolean useReferences(Class type) {
        boolean kept = shapes.keepsIdentity(type);
        input.meet(type, kept);
        return kept;
    }

    @Override
    public Object getReadObject(Class type, int id) {
        Object known = id < 0 || id >= readObjects.size() ? null : readObjects.get(id);
        if (known == null) {
            throw CodecException.malformed("a reference back to object " + id + " of " + readObjects.size()
                    + ", which is not there or not made yet");
        }
        return known;
    }
}
