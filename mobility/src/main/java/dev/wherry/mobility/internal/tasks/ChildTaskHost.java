package dev.wherry.mobility.internal.tasks;

import dev.wherry.internal.invoke.Own;
import java.util.List;
import java.util.Set;

/** What the {@link TaskHost} of a child JVM does for its parent besides. No other process serves it. */
public interface ChildTaskHost extends Own.OfTasks {
    /** Tells of interfaces whose stubs will come. Only for those whose code is let in unsigned. */
    void expect(List<String> interfaces);

    /** Which tasks still run though their callers have given them up, by numbers that each has of its own. */
    Set<Long> givenUp();
}
