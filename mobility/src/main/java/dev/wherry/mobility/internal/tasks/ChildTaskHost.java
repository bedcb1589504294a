package dev.wherry.mobility.internal.tasks;

import dev.wherry.internal.invoke.InternalInterface;
import java.util.List;
import java.util.Set;

/** The additional methods of the {@link TaskHost} of a child JVM, for its parent. Other processes do not serve them. */
public interface ChildTaskHost extends InternalInterface.OfTasks {
    /** Announces interfaces whose stubs will be sent. Only for peers whose code is admitted without a signature. */
    void expect(List<String> interfaces);

    /** Returns the numbers of the tasks that still run after their callers have given them up. */
    Set<Long> givenUp();
}
