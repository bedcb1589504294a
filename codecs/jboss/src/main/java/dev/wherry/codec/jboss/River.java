package dev.wherry.codec.jboss;

import dev.wherry.codec.library.Library;
import dev.wherry.codec.library.Reading;
import dev.wherry.codec.library.Shapes;
import dev.wherry.codec.library.Writing;
import dev.wherry.spi.CodecException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jboss.marshalling.Marshaller;
import org.jboss.marshalling.Marshalling;
import org.jboss.marshalling.MarshallingConfiguration;
import org.jboss.marshalling.Unmarshaller;
import org.jboss.marshalling.river.RiverMarshallerFactory;
import org.jspecify.annotations.Nullable;

/** Sets a marshaller up for each value. */
final class River implements Library {
    private final RiverMarshallerFactory factory = new RiverMarshallerFactory();
    private final Shapes shapes;

    River(Shapes shapes) {
        this.shapes = shapes;
    }

    /** Whether river writes a class together with its superclasses: it does so for those of users, Serializable or not. */
    static boolean hasDescriptor(@Nullable Class<?> type) {
        return type != null && type.getClassLoader() != null;
    }

    /**
     * Creates the part that both directions share.
     *
     * @param to null where a value is read
     */
    static MarshallingConfiguration configuration(Shapes shapes, @Nullable Writing to) {
        MarshallingConfiguration configuration = new MarshallingConfiguration();
        configuration.setVersion(4);
        configuration.setSerializabilityChecker(River::hasDescriptor);
        Tables tables = new Tables(shapes, to);
        configuration.setObjectTable(tables);
        configuration.setClassTable(tables);
        return configuration;
    }

    @Override
    public void write(Object value, Writing to) throws Throwable {
        MarshallingConfiguration configuration = configuration(shapes, to);
        configuration.setObjectPreResolver(new Plain(shapes));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Marshaller marshaller = new SilentMarshaller(factory, configuration);
        marshaller.start(Marshalling.createByteOutput(out));
        try {
            marshaller.writeObject(value);
        } catch (SilentMarshaller.Failed e) {
            throw e.getCause();
        }
        marshaller.finish();
        byte[] bytes = out.toByteArray();
        to.done(bytes, 0, bytes.length);
    }

    @Override
    public Object read(Reading from) throws IOException, ClassNotFoundException {
        ByteArrayInputStream bytes = new ByteArrayInputStream(from.array(), from.start(), from.length());
        Unmarshaller unmarshaller = new Watched(factory, shapes, from);
        unmarshaller.start(Marshalling.createByteInput(bytes));
        Object value = unmarshaller.readObject();
        if (value == null || unmarshaller.read() >= 0) {
            throw CodecException.malformed("a value that ends elsewhere than its bytes");
        }
        return value;
    }
}
