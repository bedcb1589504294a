package dev.wherry.http.server;

import dev.wherry.http.message.HttpNames;
import io.helidon.common.context.Context;
import io.helidon.http.DirectHandler;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.DirectHandler.TransportResponse;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.encoding.ContentEncodingContextConfig;
import io.helidon.http.media.MediaContext;
import io.helidon.webserver.ErrorHandling;
import io.helidon.webserver.ListenerConfig;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.http.DirectHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The parts of a server that Helidon's connections use. */
final class HelidonContext implements ListenerContext {
    /** Helidon has no reason for it. */
    private static final Status HEADERS_TOO_LARGE = Status.create(431, "Request Header Fields Too Large");

    private final Context context = Context.create();
    private final MediaContext media = MediaContext.create();
    private final ContentEncodingContext encodings = new NoEncodings();
    private final ListenerConfig config = ListenerConfig.builder()
            .errorHandling(ErrorHandling.builder().includeEntity(true).buildPrototype())
            .buildPrototype();
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final DirectHandlers handlers;

    HelidonContext() {
        DirectHandlers.Builder builder = DirectHandlers.builder();
        for (EventType each : EventType.values()) {
            builder.addHandler(each, HelidonContext::problem);
        }
        handlers = builder.build();
    }

    /** Answers requests that are not HTTP, or over a limit. The answer does not repeat what was sent. */
    private static TransportResponse problem(
            DirectHandler.TransportRequest request,
            EventType event,
            Status usual,
            ServerResponseHeaders headers,
            String message) {
        boolean header = message != null && message.contains("eader") && message.contains("exceed");
        int code = header ? 431 : usual.code() == 500 && event != EventType.INTERNAL_ERROR ? 400 : usual.code();
        Status status = code == 431 ? HEADERS_TOO_LARGE : Status.create(code);
        String body = "{\"type\":\"about:blank\",\"title\":\"" + status.reasonPhrase() + "\",\"status\":" + code + "}";
        return TransportResponse.builder()
                .status(status)
                .headers(headers)
                .header(HeaderValues.create(HeaderNames.CONTENT_TYPE, HttpNames.PROBLEM_JSON))
                .keepAlive(false)
                .entity(body.getBytes(StandardCharsets.UTF_8))
                .build();
    }

    @Override
    public Context context() {
        return context;
    }

    @Override
    public MediaContext mediaContext() {
        return media;
    }

    @Override
    public ContentEncodingContext contentEncodingContext() {
        return encodings;
    }

    @Override
    public DirectHandlers directHandlers() {
        return handlers;
    }

    @Override
    public ListenerConfig config() {
        return config;
    }

    @Override
    public ExecutorService executor() {
        return executor;
    }

    /** Passes bodies on as they are. The handler of requests inflates them, within limits. */
    private static final class NoEncodings implements ContentEncodingContext {
        @Override
        public boolean contentEncodingEnabled() {
            return false;
        }

        @Override
        public boolean contentDecodingEnabled() {
            return true;
        }

        @Override
        public boolean contentEncodingSupported(String name) {
            return false;
        }

        @Override
        public boolean contentDecodingSupported(String name) {
            return true;
        }

        @Override
        public ContentEncoder encoder(String name) {
            return ContentEncoder.NO_OP;
        }

        @Override
        public ContentDecoder decoder(String name) {
            return ContentDecoder.NO_OP;
        }

        @Override
        public ContentEncoder encoder(Headers headers) {
            return ContentEncoder.NO_OP;
        }

        @Override
        public ContentEncodingContextConfig prototype() {
            return ContentEncodingContextConfig.create();
        }
    }
}
