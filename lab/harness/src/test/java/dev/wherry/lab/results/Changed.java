package dev.wherry.lab.results;

import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Results, or a part of them, that are as others but for what a test is about. */
public final class Changed {
    private static final JsonMapper JSON = JsonMapper.shared();

    private Changed() {}

    /** With these components by name. */
    public static <R extends Record> R of(R like, Map<String, ?> components) {
        ObjectNode tree = JSON.valueToTree(like);
        components.forEach((name, value) -> {
            if (tree.replace(name, JSON.valueToTree(value)) == null) {
                throw new IllegalArgumentException(like.getClass().getSimpleName() + " has no " + name);
            }
        });
        @SuppressWarnings("unchecked") // records are of their own class alone
        Class<R> type = (Class<R>) like.getClass();
        return JSON.treeToValue(tree, type);
    }
}
