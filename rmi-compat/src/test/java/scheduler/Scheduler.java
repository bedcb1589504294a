package scheduler;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An interface with ordinary methods, some of which have types that rarely travel. */
public interface Scheduler extends Remote {
    String name() throws RemoteException;

    Date runningSince() throws RemoteException;

    Class<?> storeType() throws RemoteException;

    ClassLoader loader() throws RemoteException;

    Date schedule(JobDetail job, Trigger trigger) throws SchedulerException, RemoteException;

    void scheduleAll(Map<JobDetail, Set<? extends Trigger>> jobs) throws SchedulerException, RemoteException;

    JobDetail job(JobKey key) throws SchedulerException, RemoteException;

    List<? extends Trigger> triggers(JobKey key) throws SchedulerException, RemoteException;

    Set<JobKey> keys() throws RemoteException;

    void run(JobKey key) throws SchedulerException, RemoteException;

    void shutdown() throws RemoteException;
}
