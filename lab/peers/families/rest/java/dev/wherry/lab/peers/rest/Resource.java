package dev.wherry.lab.peers.rest;

import dev.wherry.lab.peers.common.CountingService;
import dev.wherry.lab.peers.common.Payload;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

/** The resource of the evaluation, {@code GET /rest/add/one?to=1}, with the methods of the other evaluations. */
@Path("/")
@Produces(MediaType.APPLICATION_XML)
public final class Resource {
    private final CountingService service;

    /** Jersey makes one for each request. */
    @Inject
    public Resource(CountingService service) {
        this.service = service;
    }

    @GET
    @Path("add/one")
    public Result addOne(@QueryParam("to") int number) {
        return new Result(service.addOne(number));
    }

    @POST
    @Path("persons")
    @Consumes(MediaType.APPLICATION_XML)
    public Persons persons(Persons sent) {
        return new Persons(service.processRequest(sent.all));
    }

    @POST
    @Path("octets")
    @Consumes(MediaType.APPLICATION_OCTET_STREAM)
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    public byte[] octets(byte[] data) {
        return service.octets(data);
    }

    @POST
    @Path("payload")
    @Consumes(MediaType.APPLICATION_OCTET_STREAM)
    public Result payload(@QueryParam("number") int number, byte[] data) {
        return new Result(service.invoke(new Payload(number, data)));
    }
}
