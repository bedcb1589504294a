package dev.wherry.rmi;

import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;

/** Takes the place of {@code java.rmi.server.RemoteObject}. */
public abstract class RemoteObject implements Remote, Serializable {
    @Serial
    private static final long serialVersionUID = 1;

    protected RemoteObject() {}

    /**
     * Returns what stands for an exported object: the object itself. Passed to another JVM it arrives as a stub.
     *
     * @throws NoSuchObjectException if the object is not exported
     */
    public static Remote toStub(Remote object) throws NoSuchObjectException {
        ExportedObjects.requireExported(object);
        return object;
    }

    /** In calls the object is passed by reference and never written. */
    @Serial
    private void writeObject(ObjectOutputStream out) throws NotSerializableException {
        throw new NotSerializableException("A " + getClass().getName()
                + " is a remote object, and is not written to streams. Bind it to a name, and store the name");
    }
}
