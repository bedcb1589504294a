package dev.wherry.testkit.memory;

import dev.wherry.memory.Waiting;

class SmallRingMemoryLinkTest extends MemoryLinkContract {
    SmallRingMemoryLinkTest() {
        super(1 << 12, Waiting.ASLEEP);
    }
}
