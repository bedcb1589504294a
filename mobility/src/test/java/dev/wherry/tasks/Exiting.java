package dev.wherry.tasks;

import dev.wherry.mobility.Task;

/** A program with tasks nested in it. A host does not define it, and they can be used as far as they need nothing of it. */
final class Exiting {
    private Exiting() {}

    static void end() {
        System.exit(1);
    }

    record Alone(int value) implements Task<Integer> {
        @Override
        public Integer call() {
            return value;
        }
    }

    record Ends() implements Task<Integer> {
        @Override
        public Integer call() {
            end();
            return 0;
        }
    }

    /** The virtual machine allows the access to a private field only once it has the class that both are nested in. */
    record Reads(Alone other) implements Task<Integer> {
        @Override
        public Integer call() {
            return other.value;
        }
    }

    enum WithBody implements Task<Integer> {
        ONLY {
            @Override
            public Integer call() {
                return 1;
            }
        }
    }
}
