package dev.wherry.mobility.internal.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class HostClassesTest {
    private final AtomicInteger filesAskedFor = new AtomicInteger();
    private final byte[] file = {1, 2, 3};

    /** Has one class that can be loaded, and one whose superclass is missing. */
    private final ClassLoader host = new ClassLoader(null) {
        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            switch (name) {
                case "acme.Whole" -> {
                    return HostClassesTest.class;
                }
                case "acme.Broken" -> throw new NoClassDefFoundError("acme/Missing");
                default -> throw new ClassNotFoundException(name);
            }
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            filesAskedFor.incrementAndGet();
            return new ByteArrayInputStream(file);
        }
    };

    @Test
    void tellsWhichVersionTheHostHas() {
        assertThat(HostClasses.hash("acme.Whole", host)).isEqualTo(CodeHash.of(file));
    }

    @Test
    void tellsThatAClassIsThereWhichCannotBeLoaded() {
        assertThat(HostClasses.hash("acme.Broken", host)).isEqualTo(CodeHash.of(file));
    }

    @Test
    void looksForNoFileOfAClassThatIsNotThere() {
        assertThat(HostClasses.hash("acme.Absent", host)).isNull();
        assertThat(filesAskedFor).hasValue(0);
    }
}
