package dev.wherry.lab.peers.rest;

import jakarta.xml.bind.annotation.XmlElement;
import jakarta.xml.bind.annotation.XmlRootElement;

/** The answer of the evaluation, {@code <oneUpResponse><result>2</result></oneUpResponse>}. */
@XmlRootElement(name = "oneUpResponse")
final class Result {
    @XmlElement
    private int result;

    /** For JAXB. */
    Result() {}

    Result(int result) {
        this.result = result;
    }
}
