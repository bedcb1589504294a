package dev.wherry.lab.peers.common;

/** The first task of a client that has just connected. Many classes are sent with it. */
final class ShipFirst implements Operation {
    private final int size;
    private final int classes;

    ShipFirst(int size, int classes) {
        this.size = size;
        this.classes = classes;
    }

    @Override
    public Task task() {
        return new Task() {
            private Version version;
            private TaskClient newcomer;
            private Task task;

            @Override
            public void prepare(Service service) throws Exception {
                if (newcomer != null) {
                    newcomer.close();
                    version.close();
                }
                version = Version.make(classes);
                task = version.errands(size).task();
                newcomer = service.newcomer();
            }

            @Override
            public String call(Service service) throws Exception {
                return task.call(newcomer);
            }
        };
    }

    @Override
    public String check(Service service, int caller, int call, boolean byReference) throws Exception {
        try (Version version = Version.make(classes);
                TaskClient newcomer = service.newcomer()) {
            return version.errands(size).check(newcomer, caller, call, byReference);
        }
    }
}
