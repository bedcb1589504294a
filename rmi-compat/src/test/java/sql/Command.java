package sql;

import java.io.Externalizable;
import java.sql.SQLException;
import java.util.Map;

/** An operation on an object of the server. Its classes define their own serial form. */
public interface Command extends Externalizable {
    Object execute(Object target, Map<Long, Object> objects) throws SQLException;
}
