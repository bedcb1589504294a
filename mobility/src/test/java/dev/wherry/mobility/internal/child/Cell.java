package dev.wherry.mobility.internal.child;

import java.util.Map;

/** The actions of a guest in a child, good and bad. */
public interface Cell {
    int add(int a, int b);

    /** Recurses until there is no stack left; how that ended. */
    String overflow();

    void exit(int status);

    /** Sends one to its own process, and waits. */
    void signal(String name);

    void fillTheHeap();

    /** Returns, and leaves behind a thread that never ends. */
    void leaveALoop();

    void loop();

    /** And waits. */
    void startThreads(int count);

    void print(String text, int times);

    void printForEver();

    /** Starts a process that lives for some minutes and prints to where the child prints; its id. */
    long startProcess();

    /** The same by a process that has ended, writing to nobody. */
    long startOrphan();

    /** Closes the stream that the child's end comes by. */
    void closeStandardInput();

    /** Leaves files, links and deep folders where it works. */
    void litter(String outside, int depth);

    /** Returns the open file descriptors of the process, by number. */
    Map<Integer, String> descriptors();

    Map<String, String> environment();

    String property(String name);

    boolean nativeAccess();
}
