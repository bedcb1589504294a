package dev.wherry.cli;

import dev.wherry.dds.DdsOptions;
import dev.wherry.dds.Discovery;
import dev.wherry.dds.admin.DomainOverview;
import dev.wherry.dds.admin.DomainOverview.Replica;
import dev.wherry.dds.admin.DomainOverview.ServiceEntry;
import dev.wherry.dds.admin.DomainOverview.TopicEntry;
import dev.wherry.dds.admin.Mismatch;
import dev.wherry.dds.admin.SpiedMessage;
import dev.wherry.dds.admin.Spy;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Prints the results of the commands for DDS. Names are those of other programs, so that each line is made safe for a terminal. */
final class DdsOutput {
    private static final int LARGEST_DOMAIN = 230;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

    private DdsOutput() {}

    private static DdsOptions options(DdsCommand.Domain domain) {
        if (domain.id < 0 || domain.id > LARGEST_DOMAIN) {
            throw new CommandException(
                    ExitCode.USAGE, "--domain must be a number from 0 to " + LARGEST_DOMAIN + "; it is " + domain.id);
        }
        DdsOptions.Builder builder = DdsOptions.builder();
        if (domain.loopback) {
            builder.loopback();
        }
        try {
            return builder.peers(domain.peers.toArray(String[]::new)).build();
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "--peer: " + e.getMessage(), e);
        }
    }

    static void list(DdsCommand.Domain domain, Duration wait, boolean types, PrintWriter out) {
        DomainOverview overview = DomainOverview.read(domain.id, options(domain), wait, types);
        if (overview.participants().isEmpty()) {
            out.println("No participant was found in the domain " + domain.id + " within " + wait.toMillis()
                    + " ms. In a network without multicast, name the hosts with --peer");
        }
        overview.participants().forEach(each -> print(out, participant(each)));
        overview.services().forEach(each -> print(each, types, out));
        overview.topics().forEach(each -> print(out, topic(each)));
        overview.mismatches().forEach(each -> print(out, mismatch(each)));
        if (!overview.complete()) {
            out.println("The domain has more participants, readers and writers than can be listed");
        }
        out.flush();
    }

    private static void print(PrintWriter out, String line) {
        out.println(Plain.line(line));
    }

    private static String participant(Discovery.Participant participant) {
        String process = participant.process().isEmpty() ? "unknown process" : participant.process();
        return "participant " + participant.guid() + "  "
                + process
                + (participant.processId().isEmpty() ? "" : " (pid " + participant.processId() + ")")
                + " on " + (participant.host().isEmpty() ? "an unknown host" : participant.host());
    }

    private static void print(ServiceEntry service, boolean types, PrintWriter out) {
        print(out, "service " + service.name() + "  type " + service.type() + ", clients: " + service.clients());
        List<String> operations = service.operations();
        print(
                out,
                "  operations: "
                        + (operations == null
                                ? types ? "unknown, as no participant describes the type" : "not read"
                                : String.join(", ", operations)));
        if (!service.channels().isEmpty()) {
            print(out, "  with topics of their own: " + String.join(", ", service.channels()));
        }
        if (service.replicas().isEmpty()) {
            print(out, "  no server");
        }
        service.replicas().forEach(each -> print(out, replica(each)));
    }

    private static String replica(Replica replica) {
        return "  server " + replica.participant()
                + (replica.strength() == null ? "" : "  strength " + replica.strength())
                + (replica.partitions().isEmpty() ? "" : "  partition " + String.join(", ", replica.partitions()));
    }

    private static String topic(TopicEntry topic) {
        return "topic " + topic.name() + "  type " + topic.type() + ", writers: " + topic.writers() + ", readers: "
                + topic.readers();
    }

    private static String mismatch(Mismatch mismatch) {
        return "mismatch on topic " + mismatch.topic() + "  " + mismatch.policy() + ": the writer " + mismatch.writer()
                + " offers '" + mismatch.offered() + "', the reader " + mismatch.reader() + " requests '"
                + mismatch.requested() + "'";
    }

    static void spy(DdsCommand.Domain domain, String service, @Nullable Class<?> type, long count, CommandLine to) {
        AtomicLong left = new AtomicLong(count);
        PrintWriter out = to.getOut();
        PrintWriter err = to.getErr();
        try (Spy spy = Spy.join(domain.id, service, type, options(domain))) {
            while (left.get() > 0 && !out.checkError()) {
                spy.poll(new Spy.Sink() {
                    @Override
                    public void message(SpiedMessage message) {
                        if (left.getAndDecrement() > 0) {
                            print(out, line(message));
                        }
                    }

                    @Override
                    public void found(String topic) {
                        print(err, "wherry: found the topic " + topic);
                        err.flush();
                    }

                    @Override
                    public void failed(String topic, String reason) {
                        print(
                                err,
                                "wherry: cannot read the topic " + topic + ": " + reason
                                        + (type == null ? ". Give the interface with" : ". Check")
                                        + " --interface");
                        err.flush();
                    }
                });
            }
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    private static String line(SpiedMessage message) {
        return TIME.format(message.time().atZone(ZoneId.systemDefault()))
                + (message.isRequest() ? "  request  " : "  reply    ")
                + message.caller() + "/" + message.number()
                + (message.operation().isEmpty() ? "" : "  " + message.operation())
                + (message.values().isEmpty() ? "" : "  " + message.values())
                + "  (" + message.bytes() + " bytes)";
    }
}
