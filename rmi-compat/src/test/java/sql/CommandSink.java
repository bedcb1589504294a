package sql;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.sql.SQLException;
import java.util.Properties;

public interface CommandSink extends Remote {
    long connect(String url, Properties properties) throws SQLException, RemoteException;

    Object process(Long connection, Long object, Command command) throws SQLException, RemoteException;
}
