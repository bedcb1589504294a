package sql;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.util.Map;

public final class QueryCommand implements Command {
    private static final long serialVersionUID = 1;

    private String text;

    public QueryCommand() {}

    public QueryCommand(String text) {
        this.text = text;
    }

    @Override
    public Object execute(Object target, Map<Long, Object> objects) throws SQLException {
        switch (text) {
            case "insert":
                throw new SQLIntegrityConstraintViolationException("twice", "23505", -104, new DriverProblem());
            case "warn":
                SQLException first = new SQLException("first", "01000", 1);
                first.setNextException(new SQLException("second", "01001", 2));
                throw first;
            default:
                return new Row(text, 7, null, new byte[] {1, 2});
        }
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
        out.writeUTF(text);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
        text = in.readUTF();
    }
}
