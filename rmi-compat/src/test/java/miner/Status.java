package miner;

import java.io.Serializable;

public final class Status implements Serializable {
    private static final long serialVersionUID = 1;

    private final String message;
    private final boolean finished;
    private final Object result;

    public Status(String message, boolean finished, Object result) {
        this.message = message;
        this.finished = finished;
        this.result = result;
    }

    public String message() {
        return message;
    }

    public boolean finished() {
        return finished;
    }

    public Object result() {
        return result;
    }
}
