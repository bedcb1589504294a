package repository;

/** An exception that no method declares. */
public final class PathNotFoundException extends RepositoryException {
    private static final long serialVersionUID = 1;

    public PathNotFoundException(String message) {
        super(message);
    }
}
