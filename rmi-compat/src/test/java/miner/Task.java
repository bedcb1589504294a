package miner;

import java.io.Serializable;

/** Work for an engine, which reports its progress. */
public interface Task extends Serializable {
    void execute();

    Status status();
}
