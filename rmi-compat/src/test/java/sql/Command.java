package sql;

import java.io.Externalizable;
import java.sql.SQLException;
import java.util.Map;

/** What is done with an object of the server's; its classes write themselves. */
public interface Command extends Externalizable {
    Object execute(Object target, Map<Long, Object> objects) throws SQLException;
}
