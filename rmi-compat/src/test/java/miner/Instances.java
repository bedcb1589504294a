package miner;

import java.io.Serializable;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/** Rows of numbers with column names: a subclass of a list. */
public final class Instances extends AbstractList<double[]> implements Serializable, RandomAccess {
    private static final long serialVersionUID = 1;

    private final String[] columns;
    private double[][] rows = new double[0][];

    public Instances(String... columns) {
        this.columns = columns;
    }

    public List<String> columns() {
        return Arrays.asList(columns);
    }

    @Override
    public boolean add(double[] row) {
        rows = Arrays.copyOf(rows, rows.length + 1);
        rows[rows.length - 1] = row;
        return true;
    }

    @Override
    public double[] get(int index) {
        return rows[index];
    }

    @Override
    public int size() {
        return rows.length;
    }
}
