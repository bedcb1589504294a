package chat;

import java.io.Serializable;

public class Message implements Serializable {
    private static final long serialVersionUID = 1;

    private final String from;
    private final String text;

    public Message(String from, String text) {
        this.from = from;
        this.text = text;
    }

    @Override
    public String toString() {
        return from + ": " + text;
    }
}
