package dev.wherry.dds.idl;

import dev.wherry.dds.idl.grammar.IdlParser.ConjunctionContext;
import dev.wherry.dds.idl.grammar.IdlParser.ExclusiveContext;
import dev.wherry.dds.idl.grammar.IdlParser.ExpressionContext;
import dev.wherry.dds.idl.grammar.IdlParser.PrimaryContext;
import dev.wherry.dds.idl.grammar.IdlParser.ProductContext;
import dev.wherry.dds.idl.grammar.IdlParser.ShiftContext;
import dev.wherry.dds.idl.grammar.IdlParser.SumContext;
import dev.wherry.dds.idl.grammar.IdlParser.UnaryContext;
import java.io.Serial;
import java.math.BigInteger;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;

/** Computes constant expressions. Whole numbers are exact and have at most 128 bits. For one thread. */
final class Expressions {
    private static final int MOST_BITS = 128;

    private final Problems problems;

    Expressions(Problems problems) {
        this.problems = problems;
    }

    /** Thrown if an expression has no value. */
    private static final class NoValue extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        private final transient ParserRuleContext at;

        NoValue(ParserRuleContext at, @Nullable String message) {
            super(message, null, false, false);
            this.at = at;
        }
    }

    /** Returns the value, of one of the classes of a {@link Symbol.Constant}; null if there is none, which is reported. */
    @Nullable
    Object value(ExpressionContext expression, Scope scope) {
        return guarded(() -> of(expression, scope));
    }

    /** Returns the value of a size; null if it is not from 1 to a limit, which is reported. */
    @Nullable
    Integer size(ParserRuleContext size, Scope scope, int most) {
        Object value = guarded(
                () -> size instanceof ExpressionContext whole ? of(whole, scope) : of((SumContext) size, scope));
        if (value == null) {
            return null;
        }
        if (value instanceof BigInteger number
                && number.signum() > 0
                && number.compareTo(BigInteger.valueOf(most)) <= 0) {
            return number.intValueExact();
        }
        problems.error(size, "a size is a number from 1 to " + most);
        return null;
    }

    private @Nullable Object guarded(Supplier<@Nullable Object> expression) {
        try {
            return expression.get();
        } catch (NoValue e) {
            String message = e.getMessage();
            if (message != null) {
                problems.error(e.at, message);
            }
            return null;
        }
    }

    private Object of(ExpressionContext expression, Scope scope) {
        return folded(expression, expression.exclusive(), (ExclusiveContext each) -> of(each, scope));
    }

    private Object of(ExclusiveContext exclusive, Scope scope) {
        return folded(exclusive, exclusive.conjunction(), (ConjunctionContext each) -> of(each, scope));
    }

    private Object of(ConjunctionContext conjunction, Scope scope) {
        return folded(conjunction, conjunction.shift(), (ShiftContext each) -> of(each, scope));
    }

    private Object of(ShiftContext shift, Scope scope) {
        return folded(shift, shift.sum(), (SumContext each) -> of(each, scope));
    }

    private Object of(SumContext sum, Scope scope) {
        return folded(sum, sum.product(), (ProductContext each) -> of(each, scope));
    }

    private Object of(ProductContext product, Scope scope) {
        return folded(product, product.unary(), (UnaryContext each) -> of(each, scope));
    }

    /** Combines operands from the left. The operator stands before each operand but the first. */
    private static <T extends ParserRuleContext> Object folded(
            ParserRuleContext whole, List<T> operands, Function<T, Object> value) {
        Object result = value.apply(operands.getFirst());
        int next = 1;
        String operator = "";
        for (ParseTree each : whole.children.subList(1, whole.getChildCount())) {
            if (each instanceof TerminalNode) {
                operator = each.getText();
            } else {
                result = combined(operator, result, value.apply(operands.get(next)), operands.get(next));
                next++;
            }
        }
        return result;
    }

    private static Object combined(String operator, Object left, Object right, ParserRuleContext at) {
        if (left instanceof BigInteger one && right instanceof BigInteger other) {
            return checked(whole(operator, one, other, at), at);
        }
        if (left instanceof Number one && right instanceof Number other) {
            return fraction(operator, one.doubleValue(), other.doubleValue(), at);
        }
        throw new NoValue(at, "the operands of '" + operator + "' are not numbers");
    }

    private static BigInteger whole(String operator, BigInteger left, BigInteger right, ParserRuleContext at) {
        return switch (operator) {
            case "|" -> left.or(right);
            case "^" -> left.xor(right);
            case "&" -> left.and(right);
            case "+" -> left.add(right);
            case "-" -> left.subtract(right);
            case "*" -> left.multiply(right);
            case "<" -> left.shiftLeft(distance(right, at));
            case ">" -> left.shiftRight(distance(right, at));
            default -> {
                if (right.signum() == 0) {
                    throw new NoValue(at, "division by zero");
                }
                yield operator.equals("/") ? left.divide(right) : left.remainder(right);
            }
        };
    }

    private static int distance(BigInteger by, ParserRuleContext at) {
        if (by.signum() < 0 || by.compareTo(BigInteger.valueOf(63)) > 0) {
            throw new NoValue(at, "a shift is by 0 to 63 bits");
        }
        return by.intValueExact();
    }

    private static Object fraction(String operator, double left, double right, ParserRuleContext at) {
        BiFunction<Double, Double, Double> function = switch (operator) {
            case "+" -> Double::sum;
            case "-" -> (one, other) -> one - other;
            case "*" -> (one, other) -> one * other;
            case "/" -> (one, other) -> one / other;
            default -> throw new NoValue(at, "the operands of '" + operator + "' are not whole numbers");
        };
        double result = function.apply(left, right);
        if (!Double.isFinite(result)) {
            throw new NoValue(at, "the value is not a number");
        }
        return result;
    }

    private static BigInteger checked(BigInteger value, ParserRuleContext at) {
        if (value.bitLength() > MOST_BITS) {
            throw new NoValue(at, "the value has more than " + MOST_BITS + " bits");
        }
        return value;
    }

    private Object of(UnaryContext unary, Scope scope) {
        Object value = of(unary.primary(), scope);
        for (int i = unary.getChildCount() - 2; i >= 0; i--) {
            String operator = unary.getChild(i).getText();
            value = switch (value) {
                case BigInteger number when operator.equals("-") -> number.negate();
                case BigInteger number when operator.equals("~") -> number.not();
                case Double number when operator.equals("-") -> -number;
                case Number number when operator.equals("+") -> number;
                default -> throw new NoValue(unary, "'" + operator + "' needs a number");
            };
        }
        return value;
    }

    private Object of(PrimaryContext primary, Scope scope) {
        if (primary.expression() != null) {
            return of(primary.expression(), scope);
        }
        if (primary.scopedName() != null) {
            Symbol found = scope.find(primary.scopedName(), problems);
            if (found instanceof Symbol.Constant constant) {
                return constant.value();
            }
            boolean reported = found == null || found instanceof Symbol.Broken;
            throw new NoValue(
                    primary, reported ? null : "'" + primary.scopedName().getText() + "' is not a constant");
        }
        try {
            return Literals.value(primary);
        } catch (IllegalArgumentException e) {
            throw new NoValue(primary, e.getMessage());
        }
    }
}
