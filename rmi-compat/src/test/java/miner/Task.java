package miner;

import java.io.Serializable;

/** Work for an engine, which says how far it has come. */
public interface Task extends Serializable {
    void execute();

    Status status();
}
