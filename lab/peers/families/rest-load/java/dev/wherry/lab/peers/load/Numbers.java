package dev.wherry.lab.peers.load;

import dev.wherry.lab.peers.common.CountingService;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

/** Served by Jersey: {@code GET /numbers?number=1} is answered by {@code 2}. */
@Path("numbers")
@Produces(MediaType.APPLICATION_JSON)
public final class Numbers {
    private final CountingService service;

    /** Jersey makes one for each request. */
    @Inject
    public Numbers(CountingService service) {
        this.service = service;
    }

    @GET
    public int addOne(@QueryParam("number") int number) {
        return service.addOne(number);
    }
}
