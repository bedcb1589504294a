package dev.wherry.rmi;

import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;

/** Replaces {@code java.rmi.server.RemoteObject}. */
public abstract class RemoteObject implements Remote, Serializable {
    @Serial
    private static final long serialVersionUID = 1;

    protected RemoteObject() {}

    /**
     * Returns the exported object itself. If it is passed to another JVM, a stub arrives there.
     *
     * @throws NoSuchObjectException if the object is not exported
     */
    public static Remote toStub(Remote object) throws NoSuchObjectException {
        ExportedObjects.requireExported(object);
        return object;
    }

    /** Refuses serialization. In calls the object is passed by reference and never written. */
    @Serial
    private void writeObject(ObjectOutputStream out) throws NotSerializableException {
        throw new NotSerializableException("A " + getClass().getName()
                + " is a remote object, and is not written to streams. Bind it to a name, and store the name");
    }
}
