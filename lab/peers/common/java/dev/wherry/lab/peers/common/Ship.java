package dev.wherry.lab.peers.common;

import java.util.concurrent.Callable;

/**
 * Sends a task that the server does not have, which makes the call with persons. Its classes are sent when they are
 * first needed.
 */
final class Ship implements Operation {
    private static Version version;

    private final int size;

    Ship(int size) {
        this.size = size;
    }

    /** A new version for each check of the answers. The rounds after the check call this version. */
    private static synchronized Version version(boolean anew) throws Exception {
        if (anew || version == null) {
            version = Version.make();
        }
        return version;
    }

    @Override
    public String survey(Service service) throws Exception {
        Version fresh = version(true);
        for (Class<?> each : new Class<?>[] {Person.class, ServerBusinessLogic.class}) {
            String name = fresh.nameOf(each);
            if (service.ship(isDeployed(name))) {
                return "the server has " + name + " on its class path, but must get it from the client";
            }
        }
        return null;
    }

    /** Returns whether the class path of this process has a class of this name. */
    private static Callable<Boolean> isDeployed(String name) {
        return new Callable<>() {
            @Override
            public Boolean call() {
                try {
                    Class.forName(name, false, ClassLoader.getSystemClassLoader());
                    return true;
                } catch (ClassNotFoundException lacking) {
                    return false;
                }
            }
        };
    }

    @Override
    public Task task() {
        try {
            return version(false).errands(size).task();
        } catch (Exception unwritten) {
            throw new IllegalStateException("cannot make a version", unwritten);
        }
    }

    @Override
    public String check(Service service, int caller, int call, boolean byReference) throws Exception {
        return version(false).errands(size).check(service, caller, call, byReference);
    }
}
