package dev.wherry.internal.session;

/**
 * The threads that tasks of peers run on, and methods of what they have given away: platform threads, since a virtual one
 * that loops without end would keep a processor from all others. Each task, or row of tasks in order, has a new one, so that what it leaves in a thread's locals
 * does not outlast it. They are of no pool: in a {@link java.util.concurrent.ForkJoinPool} the parts of a task's parallel
 * streams would run on the threads of other tasks, and a worker that joins them might run another task on top of its own.
 */
final class TaskThreads {
    private TaskThreads() {}

    /** @throws OutOfMemoryError if there is no thread to be had */
    static void start(Runnable task) {
        Thread thread = new Thread(null, task, "wherry-task", 0, false);
        thread.setDaemon(true);
        thread.start();
    }
}
