package compute;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.MathContext;

/** Computes pi by Machin's formula. */
public final class Pi implements Work<BigDecimal>, Serializable {
    private static final long serialVersionUID = 1;
    private static final BigDecimal TINIEST = BigDecimal.ONE.movePointLeft(200);

    private final int digits;

    public Pi(int digits) {
        this.digits = digits;
    }

    @Override
    public BigDecimal compute() {
        BigDecimal quarter = arcTan(5).multiply(BigDecimal.valueOf(4)).subtract(arcTan(239));
        return quarter.multiply(BigDecimal.valueOf(4)).round(new MathContext(digits));
    }

    /** Returns the arctangent of 1/x. */
    private static BigDecimal arcTan(int x) {
        MathContext exact = new MathContext(210);
        BigDecimal square = BigDecimal.valueOf((long) x * x);
        BigDecimal power = BigDecimal.ONE.divide(BigDecimal.valueOf(x), exact);
        BigDecimal sum = power;
        for (int n = 3; power.compareTo(TINIEST) > 0; n += 2) {
            power = power.divide(square, exact);
            BigDecimal term = power.divide(BigDecimal.valueOf(n), exact);
            sum = n % 4 == 3 ? sum.subtract(term) : sum.add(term);
        }
        return sum;
    }
}
