package sql;

import dev.wherry.rmi.Naming;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.util.Properties;

public final class CommandClient {
    private CommandClient() {}

    public static void main(String[] arguments) throws Exception {
        CommandSink sink = (CommandSink) Naming.lookup("//localhost:" + arguments[0] + "/sql");
        Properties defaults = new Properties();
        defaults.setProperty("user", "ann");
        Long connection = sink.connect("jdbc:plant", new Properties(defaults));
        System.out.println(sink.process(connection, null, new QueryCommand("select")));
        try {
            sink.connect("jdbc:plant", new Properties());
        } catch (SQLException e) {
            System.out.println(e.getMessage() + " " + e.getSQLState() + " " + e.getErrorCode());
        }
        try {
            sink.process(connection, null, new QueryCommand("insert"));
        } catch (SQLIntegrityConstraintViolationException e) {
            System.out.println(e.getMessage() + " " + e.getSQLState() + " " + e.getErrorCode() + " "
                    + e.getCause().getMessage());
        }
        try {
            sink.process(connection, null, new QueryCommand("warn"));
        } catch (SQLException e) {
            for (Throwable each : e) {
                System.out.println(each.getMessage() + " " + ((SQLException) each).getSQLState());
            }
        }
    }
}
