package scheduler;

import dev.wherry.rmi.LocateRegistry;
import dev.wherry.rmi.Registry;
import dev.wherry.rmi.UnicastRemoteObject;
import java.rmi.AlreadyBoundException;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

public final class SchedulerServer implements Scheduler {
    private final Map<JobKey, JobDetail> jobs = new TreeMap<>();
    private final Map<JobKey, List<Trigger>> triggers = new HashMap<>();
    private final Date start = new Date();

    @Override
    public String name() {
        return "plant";
    }

    @Override
    public Date runningSince() {
        return start;
    }

    @Override
    public Class<?> storeType() {
        return TreeMap.class;
    }

    @Override
    public ClassLoader loader() {
        return getClass().getClassLoader();
    }

    @Override
    public synchronized Date schedule(JobDetail job, Trigger trigger) throws JobExistsException {
        if (jobs.putIfAbsent(job.key(), job) != null) {
            throw new JobExistsException("There is a job " + job.key());
        }
        triggers.computeIfAbsent(job.key(), key -> new ArrayList<>()).add(trigger);
        return trigger.next(start);
    }

    @Override
    public void scheduleAll(Map<JobDetail, Set<? extends Trigger>> all) throws SchedulerException {
        for (Map.Entry<JobDetail, Set<? extends Trigger>> each : all.entrySet()) {
            for (Trigger trigger : each.getValue()) {
                schedule(each.getKey(), trigger);
            }
        }
    }

    @Override
    public synchronized JobDetail job(JobKey key) {
        return jobs.get(key);
    }

    @Override
    public synchronized List<? extends Trigger> triggers(JobKey key) {
        return triggers.get(key);
    }

    @Override
    public synchronized Set<JobKey> keys() {
        return new TreeSet<>(jobs.keySet());
    }

    @Override
    public void run(JobKey key) throws SchedulerException {
        JobDetail job = job(key);
        try {
            job.type().getDeclaredConstructor().newInstance().execute(job.data());
        } catch (ReflectiveOperationException e) {
            throw new SchedulerException("Cannot make a " + job.type());
        }
    }

    @Override
    public void shutdown() throws RemoteException {
        UnicastRemoteObject.unexportObject(this, true);
    }

    public static void main(String[] arguments) throws RemoteException, AlreadyBoundException {
        Registry registry = LocateRegistry.createRegistry(Integer.parseInt(arguments[0]));
        registry.bind("scheduler", UnicastRemoteObject.exportObject(new SchedulerServer(), 0));
        System.out.println("ready");
    }
}
