package scheduler;

import dev.wherry.rmi.LocateRegistry;
import java.rmi.RemoteException;
import java.util.Date;
import java.util.Map;
import java.util.Set;

public final class SchedulerClient {
    private SchedulerClient() {}

    public static void main(String[] arguments) throws Exception {
        Scheduler scheduler = (Scheduler) LocateRegistry.getRegistry("localhost", Integer.parseInt(arguments[0]))
                .lookup("scheduler");
        JobKey key = new JobKey("reports", "daily");
        JobDetail job = new JobDetail(key, PrintJob.class);
        job.data().put("text", "the report");
        Date tomorrow = new Date(System.currentTimeMillis() + 86_400_000);
        System.out.println(
                scheduler.name() + " " + tomorrow.equals(scheduler.schedule(job, new OnceTrigger(tomorrow))));
        System.out.println(scheduler.job(key).type() + " " + scheduler.triggers(key));
        scheduler.scheduleAll(Map.of(
                new JobDetail(new JobKey("reports", "late"), PrintJob.class), Set.of(new OnceTrigger(tomorrow))));
        System.out.println(scheduler.keys());
        System.out.println(scheduler.storeType());
        try {
            scheduler.schedule(job, new OnceTrigger(tomorrow));
        } catch (JobExistsException e) {
            System.out.println(e.getMessage());
        }
        try {
            scheduler.loader();
        } catch (RemoteException e) {
            System.out.println("the loader cannot travel");
        }
        scheduler.run(key);
        scheduler.shutdown();
    }
}
