package dev.wherry.testkit.fuzz;

import dev.wherry.EndpointOptions;
import dev.wherry.codec.compact.CompactCodec;
import dev.wherry.internal.types.TypeClosure;
import dev.wherry.spi.Codec;
import dev.wherry.spi.Types;
import java.util.stream.LongStream;

class CompactCostTest extends CostContract {
    @Override
    protected Codec codec() {
        return new CompactCodec();
    }

    @Override
    protected Types types() {
        return TypeClosure.of(Fuzzed.class, EndpointOptions.defaults());
    }

    @Override
    protected LongStream costlySeeds() {
        return LongStream.of(
                857, // false numbers of elements, nested
                16, // sorted numbers, one of which has many digits
                177); // sets of sets with one hash code
    }
}
