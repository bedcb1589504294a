package dev.wherry.cli;

import dev.wherry.CallException;
import dev.wherry.CallException.Code;
import dev.wherry.Endpoint;
import dev.wherry.Peer;
import dev.wherry.statistics.HeldObject;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows which objects of an endpoint are held by which of its peers. */
@Command(
        name = "refs",
        header = "Shows which objects of an endpoint its peers refer to, and since when",
        description = {
            "Lists the objects that were passed by reference and are not released yet: who refers to them, through which"
                    + " session, and for how long. Objects that are only bound to a name are not listed.",
            "",
            "At most 1,000 objects are listed, of each session the oldest ones. They show what a peer forgets to release."
        },
        mixinStandardHelpOptions = true)
final class RefsCommand implements Runnable {
    private static final List<String> TITLES =
            List.of("SESSION", "PEER", "CONNECTED", "OBJECT", "INTERFACE", "REFERENCES", "HELD");

    @Parameters(paramLabel = "URI", description = "The address, such as tcp://host:5739 or unix:/run/bank.sock")
    private String uri;

    @Option(names = "--json", description = "Print one line of JSON")
    private boolean json;

    @Mixin
    private TlsFolder tls = new TlsFolder();

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        String address = RemoteName.parse(uri).address();
        List<HeldObject> held;
        int all;
        try (Endpoint endpoint = Endpoint.create(tls.options().lanes(0).build())) {
            Peer peer = endpoint.connect(address);
            held = held(address, peer);
            all = peer.statistics().exports();
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(json(held, all));
        } else {
            print(address, held, all, out);
        }
        out.flush();
    }

    private static List<HeldObject> held(String address, Peer peer) {
        try {
            return peer.heldObjects();
        } catch (CallException e) {
            throw e.code() == Code.NOT_FOUND
                    ? new CommandException(
                            ExitCode.NOT_FOUND,
                            address + " has a version that does not list them: " + e.getMessage(),
                            e)
                    : e;
        }
    }

    private void print(String address, List<HeldObject> held, int all, PrintWriter out) {
        if (held.isEmpty()) {
            out.println("No peer refers to an object of " + address);
            return;
        }
        List<List<String>> rows = new ArrayList<>(List.of(TITLES));
        held.forEach(each -> rows.add(cells(each)));
        int[] widths = IntStream.range(0, TITLES.size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        out.println(spec.commandLine().getColorScheme().commandText(line(rows.removeFirst(), widths)));
        rows.forEach(row -> out.println(line(row, widths)));
        if (all > held.size()) {
            out.println((all - held.size()) + " more objects are held, which are newer");
        }
    }

    private static List<String> cells(HeldObject held) {
        return List.of(
                String.valueOf(held.session()),
                Plain.line(held.peer()),
                Amounts.age(held.connected()),
                String.valueOf(held.object()),
                Plain.line(held.type()),
                String.valueOf(held.references()),
                Amounts.age(held.held()));
    }

    private static String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = cells.get(i);
            line.append(cell).repeat(' ', widths[i] - cell.length() + 2);
        }
        return line.toString().stripTrailing();
    }

    private static ObjectNode json(List<HeldObject> held, int all) {
        ObjectNode node = JsonMapper.shared().createObjectNode().put("exports", all);
        ArrayNode objects = node.putArray("held");
        for (HeldObject each : held) {
            objects.addObject()
                    .put("session", each.session())
                    .put("peer", each.peer())
                    .put("connectedSeconds", Amounts.seconds(each.connected()))
                    .put("object", each.object())
                    .put("interface", each.type())
                    .put("references", each.references())
                    .put("heldSeconds", Amounts.seconds(each.held()));
        }
        return node;
    }
}
