package dev.wherry.tasks;

import dev.wherry.mobility.Task;

/** A task whose answer is of a class that no task has brought. */
public record Asks(int number) implements Task<Object> {
    public record Answer(int number) {}

    /** As what holds something that cannot travel. */
    public record Failing(String word, Object thread) {}

    @Override
    public Object call() {
        return new Answer(number);
    }
}
