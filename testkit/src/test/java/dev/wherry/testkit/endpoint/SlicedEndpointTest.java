package dev.wherry.testkit.endpoint;

import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@ValueSource(longs = 1)
class SlicedEndpointTest extends SlicedContract {}
