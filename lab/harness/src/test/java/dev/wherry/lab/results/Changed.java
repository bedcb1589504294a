package dev.wherry.lab.results;

import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Results that are as others but for what a test is about. */
public final class Changed {
    private static final JsonMapper JSON = JsonMapper.shared();

    private Changed() {}

    /** With these components by name. */
    public static Results of(Results run, Map<String, ?> components) {
        ObjectNode tree = JSON.valueToTree(run);
        components.forEach((name, value) -> {
            if (tree.replace(name, JSON.valueToTree(value)) == null) {
                throw new IllegalArgumentException("results have no " + name);
            }
        });
        return JSON.treeToValue(tree, Results.class);
    }
}
