package repository;

public class RepositoryException extends Exception {
    private static final long serialVersionUID = 1;

    public RepositoryException(String message) {
        super(message);
    }
}
