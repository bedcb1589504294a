package dev.wherry.lab.results;

import java.util.Map;

/**
 * The line of least squares through some points.
 *
 * @param slope what one more of the parameter adds
 * @param intercept the figure where the parameter is 0
 * @param determination r squared: how much of the points' variance the line explains; 0 where they have none
 */
public record Line(double slope, double intercept, double determination) {
    /** Returns the line through the figures by value of a parameter. There are at least two. */
    public static Line through(Map<Long, Double> points) {
        double meanX = points.keySet().stream()
                .mapToDouble(Long::doubleValue)
                .average()
                .orElseThrow();
        double meanY = points.values().stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
        double xx = 0;
        double xy = 0;
        double yy = 0;
        for (var point : points.entrySet()) {
            double x = point.getKey() - meanX;
            double y = point.getValue() - meanY;
            xx += x * x;
            xy += x * y;
            yy += y * y;
        }
        double slope = xy / xx;
        return new Line(slope, meanY - slope * meanX, yy == 0 ? 0 : xy * xy / (xx * yy));
    }
}
