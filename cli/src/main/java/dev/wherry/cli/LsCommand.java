package dev.wherry.cli;

import dev.wherry.Endpoint;
import dev.wherry.Peer;
import dev.wherry.cli.types.Described;
import dev.wherry.cli.types.JavaText;
import dev.wherry.statistics.BoundObject;
import dev.wherry.statistics.InterfaceDescription.Method;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Lists the objects that an endpoint has bound. */
@Command(
        name = "ls",
        header = "Lists the objects that are bound at an address",
        description = "Lists the objects that are bound at an address: names, interfaces, methods and their types.",
        mixinStandardHelpOptions = true)
final class LsCommand implements Runnable {
    @Parameters(
            paramLabel = "URI",
            description = "The address, such as tcp://host:5739 or unix:/run/bank.sock. With a name, only that object")
    private String uri;

    @Option(names = "--json", description = "Print one line of JSON")
    private boolean json;

    @Mixin
    private TlsFolder tls = new TlsFolder();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        RemoteName wanted = RemoteName.parse(uri);
        Map<String, Described> found = new LinkedHashMap<>();
        try (Endpoint endpoint = Endpoint.create(tls.options().build())) {
            Peer peer = endpoint.connect(wanted.address());
            List<String> names = wanted.name().isEmpty()
                    ? peer.bound().stream().map(BoundObject::name).toList()
                    : List.of(wanted.name());
            names.forEach(name -> found.put(name, Described.of(peer.describe(name))));
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            ArrayNode all = JsonMapper.shared().createArrayNode();
            found.forEach((name, described) -> all.add(json(name, described)));
            out.println(all);
        } else if (found.isEmpty()) {
            out.println("Nothing is bound at " + wanted.address());
        } else {
            found.forEach((name, described) -> print(name, described, out));
        }
        out.flush();
    }

    private void print(String name, Described described, PrintWriter out) {
        out.println(spec.commandLine().getColorScheme().commandText(Plain.line(name)) + "  " + described.name());
        for (Method method : described.methods()) {
            out.println("    " + JavaText.method(method) + marks(method));
        }
        if (!described.types().isEmpty()) {
            out.println("  with");
            described.types().values().forEach(type -> out.println("    " + JavaText.declaration(type)));
        }
    }

    private static String marks(Method method) {
        return (method.oneWay() ? "  [one-way]" : "") + (method.idempotent() ? "  [idempotent]" : "");
    }

    private static ObjectNode json(String name, Described described) {
        ObjectNode node = JsonMapper.shared().createObjectNode();
        node.put("name", name).put("interface", described.name());
        ArrayNode methods = node.putArray("methods");
        for (Method method : described.methods()) {
            ObjectNode each = methods.addObject().put("name", method.name());
            ArrayNode parameters = each.putArray("parameters");
            method.parameters()
                    .forEach(part -> parameters
                            .addObject()
                            .put("name", part.name())
                            .put("type", JavaText.fullType(part.type())));
            each.put("result", JavaText.fullType(method.result()));
            ArrayNode exceptions = each.putArray("exceptions");
            method.exceptions().forEach(exceptions::add);
            each.put("oneWay", method.oneWay()).put("idempotent", method.idempotent());
        }
        ArrayNode types = node.putArray("types");
        described.types().values().forEach(type -> {
            ObjectNode each = types.addObject()
                    .put("name", type.name())
                    .put("kind", type.kind().name().toLowerCase(Locale.ROOT));
            ArrayNode parts = each.putArray("parts");
            type.parts()
                    .forEach(part ->
                            parts.addObject().put("name", part.name()).put("type", JavaText.fullType(part.type())));
            type.constants().forEach(each.putArray("constants")::add);
            type.permits().forEach(each.putArray("permits")::add);
        });
        return node;
    }
}
