package repository;

import java.io.Serializable;

public interface Credentials extends Serializable {}
