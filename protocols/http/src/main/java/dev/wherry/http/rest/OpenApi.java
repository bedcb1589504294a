package dev.wherry.http.rest;

import dev.wherry.http.json.JsonProperties;
import dev.wherry.http.json.JsonType;
import dev.wherry.http.json.Schemas;
import dev.wherry.http.message.HttpNames;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The description of bound objects in OpenAPI 3.1. */
final class OpenApi {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String PROBLEM = "#/components/schemas/Problem";

    private final ObjectNode root = MAPPER.createObjectNode();
    private final ObjectNode paths;
    private final Schemas schemas;

    private OpenApi(int bodyBytes) {
        root.put("openapi", "3.1.0");
        root.putObject("info")
                .put("title", "Wherry")
                .put("version", "1")
                .put(
                        "description",
                        "Bodies have at most " + bodyBytes
                                + " bytes. The header Wherry-Timeout limits a call, in milliseconds.");
        paths = root.putObject("paths");
        ObjectNode components = root.putObject("components").putObject("schemas");
        schemas = new Schemas(components);
        ObjectNode properties =
                components.putObject("Problem").put("type", "object").putObject("properties");
        for (String each : List.of("type", "title", "detail", "code", "outcome", "exception", "id")) {
            properties.putObject(each).put("type", "string");
        }
        properties.putObject("status").put("type", "integer");
        properties.putObject("properties").put("type", "object");
    }

    /** @param prefix of all paths; empty if there is none */
    static byte[] of(Map<String, RestInterface> interfaces, int bodyBytes, String prefix) {
        OpenApi description = new OpenApi(bodyBytes);
        if (!prefix.isEmpty()) {
            description.root.putArray("servers").addObject().put("url", prefix);
        }
        interfaces.forEach(description::add);
        return MAPPER.writeValueAsBytes(description.root);
    }

    private void add(String name, RestInterface served) {
        String base = "/"
                + String.join(
                        "/",
                        List.of(name.split("/", -1)).stream()
                                .map(Escapes::escaped)
                                .toList()) + "/";
        served.methods().forEach((method, same) -> {
            ObjectNode path = paths.withObject("/" + pointer(base + method));
            ObjectNode post = operation(path, "post", name, served, same.getFirst(), method);
            addArguments(post, same);
            if (same.size() == 1 && same.getFirst().gettable()) {
                ObjectNode get = operation(path, "get", name, served, same.getFirst(), method);
                addQuery(get, same.getFirst().arguments());
            }
        });
        for (Resource each : served.resources()) {
            String path = "/" + String.join("/", each.segments());
            String method = each.method().method().getName();
            String verb = each.verb().toLowerCase(Locale.ROOT);
            ObjectNode operation = operation(
                    paths.withObject("/" + pointer(path)), verb, name, served, each.method(), method + "Resource");
            addSources(operation, each);
        }
        if (!served.refusals().isEmpty()) {
            ObjectNode refused = root.withObject("/x-wherry-refused");
            served.refusals().forEach((method, reason) -> refused.put(name + "/" + method, reason));
        }
    }

    private static String pointer(String path) {
        return path.replace("~", "~0").replace("/", "~1");
    }

    private ObjectNode operation(
            ObjectNode path, String verb, String name, RestInterface served, RestMethod method, String id) {
        ObjectNode operation = path.putObject(verb);
        operation.put("operationId", (name + "." + id + "." + verb).replaceAll("[^A-Za-z0-9._-]", "_"));
        operation.putArray("tags").add(name);
        operation.put("summary", served.type().getName() + "." + method.method().getName());
        ObjectNode responses = operation.putObject("responses");
        JsonType result = method.result();
        if (result == null) {
            responses.putObject("204").put("description", "Done");
        } else {
            ObjectNode answer = responses.putObject("200").put("description", "The result");
            answer.putObject("content").putObject(HttpNames.JSON).set("schema", schemas.nullable(result));
        }
        for (Class<?> each : method.errors().declared()) {
            addProblem(responses, "422", each.getName());
        }
        addProblem(responses, "default", null);
        return operation;
    }

    private static void addProblem(ObjectNode responses, String status, @Nullable String exception) {
        ObjectNode problem = responses.withObject("/" + status);
        String before = problem.has("description") ? problem.get("description").asString() + ", " : "";
        problem.put("description", exception == null ? "The call was refused or has failed" : before + exception);
        problem.withObject("/content")
                .withObject("/" + pointer(HttpNames.PROBLEM_JSON))
                .putObject("schema")
                .put("$ref", PROBLEM);
    }

    private void addArguments(ObjectNode operation, List<RestMethod> same) {
        if (same.size() == 1 && same.getFirst().arguments().size() == 0) {
            return;
        }
        ObjectNode body = operation.putObject("requestBody").put("required", true);
        ObjectNode media = body.putObject("content").putObject(HttpNames.JSON);
        if (same.size() == 1) {
            media.set("schema", arguments(same.getFirst()));
            return;
        }
        ArrayNode either = media.putObject("schema").putArray("oneOf");
        same.forEach(each -> either.add(arguments(each)));
    }

    private ObjectNode arguments(RestMethod method) {
        ObjectNode schema = MAPPER.createObjectNode().put("type", "object");
        if (!method.named()) {
            schema.put(
                    "description",
                    "The class file has no names of parameters: these are by position. An array works too.");
        }
        method.arguments().describe(schema, schemas);
        return schema.put("additionalProperties", false);
    }

    private void addQuery(ObjectNode operation, JsonProperties arguments) {
        ArrayNode parameters = operation.putArray("parameters");
        for (int i = 0; i < arguments.size(); i++) {
            JsonType jsonType = arguments.type(i);
            parameter(parameters, "query", arguments.name(i), !jsonType.mayBeMissing(), jsonType);
        }
    }

    private void parameter(ArrayNode parameters, String in, String name, boolean required, JsonType jsonType) {
        parameters
                .addObject()
                .put("name", name)
                .put("in", in)
                .put("required", required)
                .set("schema", jsonType.schema(schemas));
    }

    private void addSources(ObjectNode operation, Resource resource) {
        ArrayNode parameters = operation.putArray("parameters");
        for (int i = 0; i < resource.sources().size(); i++) {
            Resource.Source source = resource.sources().get(i);
            JsonType jsonType = resource.method().arguments().type(i);
            boolean required = source.fallback() == null && !jsonType.mayBeMissing();
            switch (source.kind()) {
                case PATH -> parameter(parameters, "path", source.name(), true, jsonType);
                case QUERY -> parameter(parameters, "query", source.name(), required, jsonType);
                case HEADER -> parameter(parameters, "header", source.name(), required, jsonType);
                case BODY -> {
                    ObjectNode body = operation.putObject("requestBody").put("required", required);
                    body.putObject("content").putObject(HttpNames.JSON).set("schema", schemas.nullable(jsonType));
                }
            }
        }
    }
}
