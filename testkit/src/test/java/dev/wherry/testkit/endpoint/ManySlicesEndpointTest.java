package dev.wherry.testkit.endpoint;

import dev.wherry.testkit.Share;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("long")
@ParameterizedClass
@MethodSource("seeds")
class ManySlicesEndpointTest extends SlicedContract {
    static LongStream seeds() {
        return Share.seeds(100, 12);
    }
}
