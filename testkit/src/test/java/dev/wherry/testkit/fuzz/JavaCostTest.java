package dev.wherry.testkit.fuzz;

import dev.wherry.EndpointOptions;
import dev.wherry.codec.java.JavaCodec;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Types;
import java.util.stream.LongStream;

class JavaCostTest extends CostContract {
    @Override
    protected Codec codec() {
        return new JavaCodec();
    }

    @Override
    protected Types types() {
        return TypeClosure.of(Fuzzed.class, EndpointOptions.defaults());
    }

    @Override
    protected LongStream costlySeeds() {
        return LongStream.of(1_691); // a key that refers to its list, with shared parts
    }
}
