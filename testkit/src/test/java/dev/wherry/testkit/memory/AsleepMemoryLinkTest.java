package dev.wherry.testkit.memory;

import dev.wherry.memory.Waiting;

class AsleepMemoryLinkTest extends MemoryLinkContract {
    AsleepMemoryLinkTest() {
        super(1 << 16, Waiting.ASLEEP);
    }
}
