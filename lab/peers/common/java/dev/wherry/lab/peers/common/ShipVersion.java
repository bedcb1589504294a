package dev.wherry.lab.peers.common;

import java.util.concurrent.Callable;

/** Like {@link Ship}, but every call has classes that the server has never seen, and runs in a place of its own. */
final class ShipVersion implements Operation {
    private final int size;

    ShipVersion(int size) {
        this.size = size;
    }

    private static Service afresh(Service service) {
        return new TaskClient() {
            @Override
            public <T> T ship(Callable<T> task) throws Exception {
                return service.shipAfresh(task);
            }
        };
    }

    @Override
    public Task task() {
        return new Task() {
            private Version version;
            private Task task;

            @Override
            public void prepare(Service service) throws Exception {
                if (version != null) {
                    version.close();
                }
                version = Version.make();
                task = version.errands(size).task();
            }

            @Override
            public String call(Service service) throws Exception {
                return task.call(afresh(service));
            }
        };
    }

    @Override
    public String check(Service service, int caller, int call, boolean byReference) throws Exception {
        try (Version version = Version.make()) {
            return version.errands(size).check(afresh(service), caller, call, byReference);
        }
    }
}
