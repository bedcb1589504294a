// @start region=release
import dev.wherry.mobility.TaskContext;

/** Releases the workspace that it runs in: wherry run URI Release.java --workspace NAME */
public record Release() implements Runnable {
    @Override
    public void run() {
        TaskContext.release();
    }
}
// @end
