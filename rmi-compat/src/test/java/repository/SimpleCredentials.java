package repository;

import java.util.HashMap;

public final class SimpleCredentials implements Credentials {
    private static final long serialVersionUID = 1;

    private final String user;
    private final char[] password;
    private final HashMap<String, Object> attributes = new HashMap<>();

    public SimpleCredentials(String user, char[] password) {
        this.user = user;
        this.password = password.clone();
    }

    public String user() {
        return user + attributes + password.length;
    }
}
