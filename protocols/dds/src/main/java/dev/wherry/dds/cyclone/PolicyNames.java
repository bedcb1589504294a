package dev.wherry.dds.cyclone;

/** The names of the policies that may keep two ends from matching, by the numbers of the DDS standard. */
final class PolicyNames {
    private PolicyNames() {}

    static String of(int number) {
        return switch (number) {
            case 2 -> "durability";
            case 3 -> "presentation";
            case 4 -> "deadline";
            case 5 -> "latency budget";
            case 6 -> "ownership";
            case 8 -> "liveliness";
            case 10 -> "partition";
            case 11 -> "reliability";
            case 12 -> "destination order";
            case 24 -> "type";
            case 25 -> "data representation";
            default -> "policy " + number;
        };
    }
}
