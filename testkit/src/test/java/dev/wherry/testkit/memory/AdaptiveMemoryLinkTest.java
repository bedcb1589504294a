package dev.wherry.testkit.memory;

import dev.wherry.memory.Waiting;

class AdaptiveMemoryLinkTest extends MemoryLinkContract {
    AdaptiveMemoryLinkTest() {
        super(1 << 16, Waiting.ADAPTIVE);
    }
}
