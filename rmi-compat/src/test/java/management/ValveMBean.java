package management;

import java.util.List;
import javax.management.ObjectName;

public interface ValveMBean {
    int getOpening();

    void setOpening(int opening);

    List<ObjectName> neighbours(ObjectName of);

    void fail() throws ValveStuckException;
}
