package miner;

import java.io.Serializable;

/** A result of learning, of a class that the engine's interface does not name. */
public abstract class Model implements Serializable {
    private static final long serialVersionUID = 1;

    public abstract double predict(double[] row);

    /** Returns the mean of a column. */
    public static final class Mean extends Model {
        private static final long serialVersionUID = 1;

        private final Instances learnedFrom;
        private final double mean;

        public Mean(Instances from, int column) {
            learnedFrom = from;
            mean = from.stream().mapToDouble(row -> row[column]).average().orElse(Double.NaN);
        }

        @Override
        public double predict(double[] row) {
            return mean;
        }

        @Override
        public String toString() {
            return learnedFrom.columns() + " of " + learnedFrom.size() + " rows";
        }
    }
}
