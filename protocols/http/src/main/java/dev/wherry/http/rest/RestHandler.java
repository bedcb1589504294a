package dev.wherry.http.rest;

import dev.wherry.EndpointOptions;
import dev.wherry.Identity;
import dev.wherry.http.HttpOptions;
import dev.wherry.http.json.Json;
import dev.wherry.http.json.JsonProblem;
import dev.wherry.http.json.JsonTypes;
import dev.wherry.http.message.HttpNames;
import dev.wherry.spi.Protocol;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Answers the requests to one endpoint. For any thread; a request is answered on the thread that brings it. */
public final class RestHandler {
    private static final System.Logger LOG = System.getLogger("dev.wherry.http");
    private static final String DESCRIPTION = "openapi.json";

    private final HttpOptions http;
    private final JsonTypes jsonTypes;
    private final Problems problems;
    private final BodyCapacity capacity;
    private final Body bodies;
    private final Origins origins;
    private final RestCalls calls;
    private final Listings listings;
    private final Metrics metrics = new Metrics();
    private final Map<Class<?>, RestInterface> interfaces = new ConcurrentHashMap<>();
    private final Set<Class<?>> reported = ConcurrentHashMap.newKeySet();

    public RestHandler(EndpointOptions options) {
        http = HttpOptions.in(options);
        jsonTypes = new JsonTypes(options.registeredClasses());
        Json json = new Json(options.limits());
        problems = new Problems(json);
        capacity = new BodyCapacity(options.limits().inboundBytes());
        bodies = new Body(options.limits(), http.bodyBytes(), capacity);
        origins = new Origins(http.origins(), http.hosts());
        calls = new RestCalls(options, json, problems, bodies, metrics);
        listings = new Listings(options);
    }

    /** Returns the options. */
    public HttpOptions options() {
        return http;
    }

    /** Returns the capacity for the bodies of requests. */
    public BodyCapacity bodyCapacity() {
        return capacity;
    }

    /** Returns the counters. */
    public Metrics metrics() {
        return metrics;
    }

    /** Answers a request. Never throws, but for errors of the virtual machine. */
    public RestResponse handle(HttpRequest request, Protocol.Objects objects) {
        String origin = request.header(HttpNames.ORIGIN);
        RestResponse answer;
        try {
            origins.check(request, origin);
            answer = answer(request, objects, origin);
        } catch (HttpError e) {
            Refusals.request(request, e);
            answer = problems.of(e);
        } catch (JsonProblem e) {
            answer = problems.of(400, e.getMessage());
        }
        origins.allow(origin, answer);
        answer.with("X-Content-Type-Options", "nosniff");
        metrics.answered(answer.status());
        RestResponse sent = Body.compressed(answer, request);
        return request.method().equals("HEAD") ? sent.withoutBody() : sent;
    }

    /** Answers a request for a WebSocket: with status 101 and what was agreed on, or with a refusal. */
    public RestResponse upgrade(HttpRequest request) {
        try {
            origins.checkWebSocket(request);
            RestResponse answer = WebSocketRequest.agreed(request);
            metrics.answered(answer.status());
            return answer;
        } catch (HttpError e) {
            Refusals.request(request, e);
            return refused(e);
        }
    }

    /** Returns the answer to a request that is refused. */
    public RestResponse refused(HttpError why) {
        metrics.answered(why.status());
        return problems.of(why);
    }

    /** Returns the other end of a WebSocket. If a proxy on this host has passed the request on, it is not of this host. */
    public Identity webSocketPeer(HttpRequest request) {
        return RequestPeers.of(request);
    }

    private RestResponse answer(HttpRequest request, Protocol.Objects objects, @Nullable String origin) {
        List<String> path = path(request.path());
        boolean reads = request.method().equals("GET") || request.method().equals("HEAD");
        if (path.size() < 2 && (path.isEmpty() || isOwn(path.getFirst()))) {
            if (!reads) {
                throw new HttpError(405, "Only GET").with(HttpNames.ALLOW, "GET, HEAD");
            }
            return own(path.isEmpty() ? "" : path.getFirst(), request, objects);
        }
        if (path.size() > 1) {
            String name = path.size() == 2 ? path.getFirst() : String.join("/", path.subList(0, path.size() - 1));
            RestInterface served = served(name, objects);
            if (served != null) {
                List<RestMethod> methods = served.methods(path.getLast());
                if (!methods.isEmpty()) {
                    return call(methods, name, request, objects, origin);
                }
                String refusal = served.refusal(path.getLast());
                if (refusal != null) {
                    throw new HttpError(501, "The method cannot be called over HTTP: " + refusal);
                }
            }
        }
        return resource(path, request, objects, origin);
    }

    private RestResponse call(
            List<RestMethod> methods,
            String name,
            HttpRequest request,
            Protocol.Objects objects,
            @Nullable String origin) {
        boolean gettable = methods.size() == 1 && methods.getFirst().gettable();
        return switch (request.method()) {
            case "POST" -> calls.post(methods, name, request, objects);
            case "GET", "HEAD" -> {
                if (!gettable) {
                    throw notAllowed("POST");
                }
                origins.checkGet(request);
                yield calls.get(methods.getFirst(), name, request, objects);
            }
            case "OPTIONS" -> options(gettable ? "GET, HEAD, POST" : "POST", origin);
            default -> throw notAllowed(gettable ? "GET, HEAD, POST" : "POST");
        };
    }

    private RestResponse resource(
            List<String> path, HttpRequest request, Protocol.Objects objects, @Nullable String origin) {
        Set<String> verbs = new TreeSet<>();
        for (String name : objects.names()) {
            RestInterface served = served(name, objects);
            for (Resource each : served == null ? List.<Resource>of() : served.resources()) {
                Map<String, String> found = each.match(path);
                if (found != null && each.verb().equals(request.method())) {
                    if (each.verb().equals("GET")) {
                        origins.checkGet(request);
                    }
                    return calls.resource(each, found, name, request, objects);
                }
                if (found != null) {
                    verbs.add(each.verb());
                }
            }
        }
        if (verbs.isEmpty()) {
            throw new HttpError(
                    404,
                    "There is no such name or method"
                            + (listings.areOpenTo(RequestPeers.of(request)) ? hint(objects) : ""));
        }
        String allowed = String.join(", ", verbs);
        if (request.method().equals("OPTIONS")) {
            return options(allowed, origin);
        }
        throw notAllowed(allowed);
    }

    private static String hint(Protocol.Objects objects) {
        return ". Bound are: " + objects.names().stream().limit(50).collect(Collectors.joining(", "));
    }

    private RestResponse options(String allowed, @Nullable String origin) {
        RestResponse answer = RestResponse.empty(204).with(HttpNames.ALLOW, allowed);
        origins.preflight(origin, answer);
        return answer;
    }

    private static HttpError notAllowed(String allowed) {
        return new HttpError(405, "Allowed here: " + allowed).with(HttpNames.ALLOW, allowed);
    }

    private static boolean isOwn(String path) {
        return path.equals(DESCRIPTION) || path.equals("health") || path.equals("metrics");
    }

    private RestResponse own(String path, HttpRequest request, Protocol.Objects objects) {
        if (path.equals("health") && http.health()) {
            return RestResponse.of(200, HttpNames.JSON, "{\"status\":\"up\"}".getBytes(StandardCharsets.US_ASCII))
                    .with(HttpNames.CACHE_CONTROL, "no-store");
        }
        boolean on = path.equals(DESCRIPTION)
                || (path.isEmpty() && http.page())
                || (path.equals("metrics") && http.metrics());
        if (!on) {
            throw new HttpError(404, "There is nothing here");
        }
        RestResponse refusal = refusal(path, request, objects);
        if (refusal != null) {
            return refusal;
        }
        if (path.isEmpty()) {
            return request.path().isEmpty() ? moved(request.prefix() + "/") : Page.answer();
        }
        if (path.equals("metrics")) {
            return metrics.answer(interfaces(objects));
        }
        return RestResponse.of(200, HttpNames.JSON, OpenApi.of(interfaces(objects), http.bodyBytes(), request.prefix()))
                .with(HttpNames.CACHE_CONTROL, "no-cache");
    }

    /** Returns the way to the page, whose addresses begin behind a slash. */
    private static RestResponse moved(String to) {
        return RestResponse.empty(308).with(HttpNames.LOCATION, to);
    }

    /** Returns the answer to a request whose caller may not see what it asks for; null if the caller may. */
    private @Nullable RestResponse refusal(String path, HttpRequest request, Protocol.Objects objects) {
        Method listing = path.equals("metrics") ? Listings.STATISTICS : Listings.INTERFACES;
        Identity link = RequestPeers.of(request);
        Identity caller = link;
        try {
            listings.checkRight(link);
            if (!path.isEmpty()) { // the page has no names: it asks for them with the token that is typed there
                caller = calls.caller(request, Listings.TARGET, listing, objects);
                listings.check(listing, caller);
            }
            return null;
        } catch (HttpError e) {
            throw e;
        } catch (RuntimeException e) { // an authorizer or a verifier of tokens may throw what it likes
            Refusals.listing(request.peer(), caller, listing, e);
            return problems.of(e, "/" + path);
        }
    }

    private Map<String, RestInterface> interfaces(Protocol.Objects objects) {
        Map<String, RestInterface> all = new LinkedHashMap<>();
        for (String name : objects.names()) {
            RestInterface served = served(name, objects);
            if (served != null) {
                all.put(name, served);
            }
        }
        return all;
    }

    private @Nullable RestInterface served(String name, Protocol.Objects objects) {
        Class<?> type = objects.type(name);
        if (type == null) {
            return null;
        }
        return served(type);
    }

    private RestInterface served(Class<?> type) {
        RestInterface known = interfaces.get(type);
        return known != null ? known : interfaces.computeIfAbsent(type, each -> RestInterface.of(each, jsonTypes));
    }

    /** Logs once which methods of an interface cannot be called, and why. */
    public void report(Class<?> type) {
        RestInterface served = served(type);
        if (!served.refusals().isEmpty() && reported.add(type)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    () -> "Not all methods of " + type.getName() + " are served over HTTP:\n    "
                            + served.refusals().entrySet().stream()
                                    .map(each -> each.getKey() + ": " + each.getValue())
                                    .collect(Collectors.joining("\n    ")));
        }
    }

    private static List<String> path(String raw) {
        if (!raw.isEmpty() && !raw.startsWith("/")) {
            throw new HttpError(400, "The path begins with a slash");
        }
        List<String> parts = new ArrayList<>();
        int start = 1;
        while (start < raw.length()) {
            int end = raw.indexOf('/', start);
            end = end < 0 ? raw.length() : end;
            parts.add(Escapes.path(raw.substring(start, end)));
            start = end + 1;
        }
        return parts;
    }
}
