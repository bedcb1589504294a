package chat;

public class NameTakenException extends Exception {
    private static final long serialVersionUID = 1;

    public NameTakenException(String name) {
        super(name + " has joined already");
    }
}
