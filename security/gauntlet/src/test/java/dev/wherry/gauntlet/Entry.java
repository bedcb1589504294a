package dev.wherry.gauntlet;

/** The ways into a process: the rows of the table. */
enum Entry {
    ANY("argument: Object"),
    TEXTS("argument: List of String"),
    MAP("argument: Map of String and Integer"),
    DAY("argument: LocalDate"),
    FIELD("field of an argument"),
    EXCEPTION("exception as an argument"),
    ANY_ANSWER("result of a callback"),
    TEXTS_ANSWER("result of a callback: List of String"),
    EXCEPTION_ANSWER("exception of a callback"),
    ANY_ANSWER_AT_A_CLIENT("result, at a client"),
    TEXTS_ANSWER_AT_A_CLIENT("result, at a client: List of String"),
    EXCEPTION_ANSWER_AT_A_CLIENT("exception, at a client"),
    LOOK_UP("look-up of a name"),
    BIND("bind of a name"),
    CONTEXT_ENTRY("context entry"),
    TASK_MOBILITY_OFF("task, mobility off"),
    TASK_MOBILITY_ON("task, mobility on"),
    CAPTURE("variable that a task captures"),
    TCP("client that allows every class: tcp"),
    MEMORY("client that allows every class: shared memory"),
    UNIX("client that allows every class: unix"),
    TLS("client that allows every class: tls"),
    WEB_SOCKET("client that allows every class: WebSocket"),
    HTTP("HTTP: body, query, header, token"),
    HTTPS("HTTPS: the same"),
    HTTP_CLIENT("HTTP: answer, at a client");

    final String text;

    Entry(String text) {
        this.text = text;
    }

    static Entry at(String position) {
        return valueOf(position.toUpperCase(java.util.Locale.ROOT).replaceAll("[^A-Z]+", "_"));
    }
}
