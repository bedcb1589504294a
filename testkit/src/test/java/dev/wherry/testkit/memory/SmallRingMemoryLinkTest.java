package dev.wherry.testkit.memory;

import dev.wherry.transport.memory.Waiting;

class SmallRingMemoryLinkTest extends MemoryLinkContract {
    SmallRingMemoryLinkTest() {
        super(1 << 12, Waiting.ASLEEP);
    }
}
