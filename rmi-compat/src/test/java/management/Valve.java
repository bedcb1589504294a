package management;

import java.util.List;
import javax.management.AttributeChangeNotification;
import javax.management.NotificationBroadcasterSupport;
import javax.management.ObjectName;

public final class Valve extends NotificationBroadcasterSupport implements ValveMBean {
    private int opening = 10;

    @Override
    public int getOpening() {
        return opening;
    }

    @Override
    public void setOpening(int opening) {
        int before = this.opening;
        this.opening = opening;
        sendNotification(new AttributeChangeNotification(this, 1, 0, "opening", "Opening", "int", before, opening));
    }

    @Override
    public List<ObjectName> neighbours(ObjectName of) {
        return List.of(of);
    }

    @Override
    public void fail() throws ValveStuckException {
        throw new ValveStuckException("stuck at " + opening);
    }
}
