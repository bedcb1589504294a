package dev.wherry.codec.kryo;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import dev.wherry.codec.library.Shapes;
import org.jspecify.annotations.Nullable;

/** Classes by the number that the session gives their names, looked up in the interface's list alone. */
@SuppressWarnings("rawtypes") // as Kryo declares it
final class Names extends DefaultClassResolver {
    private final Shapes shapes;

    Names(Shapes shapes) {
        this.shapes = shapes;
    }

    @Override
    public @Nullable Registration writeClass(Output output, @Nullable Class type) {
        boolean aside = type != null && shapes.isAside(type);
        return super.writeClass(output, aside ? Graph.Aside.class : type == null ? null : shapes.writtenAs(type));
    }

    @Override
    protected void writeName(Output output, Class type, Registration registration) {
        output.writeByte(NAME + 2);
        output.writeVarInt(((Graph) kryo).writing().type(type), true);
    }

    @Override
    public @Nullable Registration readClass(Input input) {
        ((Lengths) input).number = true;
        return super.readClass(input);
    }

    @Override
    protected Registration readName(Input input) {
        ((Lengths) input).number = true;
        return kryo.getRegistration(((Graph) kryo).reading().type(input.readVarInt(true)));
    }
}
