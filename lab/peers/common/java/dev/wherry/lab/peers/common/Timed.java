package dev.wherry.lab.peers.common;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Hashtable;
import java.util.Map;

/** The operations of the timing evaluation. */
final class Timed {
    private static final String NAME = "bound";

    private Timed() {}

    /** It needs no unique content, and returns nothing that could be compared. */
    private interface Bare extends Operation {
        void call(Service service) throws Exception;

        @Override
        default Task task() {
            return service -> {
                call(service);
                return null;
            };
        }

        @Override
        default String check(Service service, int caller, int call, boolean byReference) throws Exception {
            call(service);
            return null;
        }
    }

    /**
     * It also needs no unique content. It is about an object that was exported before, because {@code create} measures
     * exporting.
     */
    private interface OfExported extends Bare {
        @Override
        default Task task() {
            return new Task() {
                @Override
                public void begin(Service service, long calls) throws Exception {
                    service.timing().export();
                }

                @Override
                public String call(Service service) throws Exception {
                    OfExported.this.call(service);
                    return null;
                }
            };
        }

        @Override
        default String check(Service service, int caller, int call, boolean byReference) throws Exception {
            service.timing().export();
            call(service);
            return null;
        }
    }

    /** Returns the operation of this name; null if there is none. */
    static Operation of(String name, Map<String, Long> params, Surroundings surroundings) {
        switch (name) {
            case "nothing":
                return new Nothing();
            case "remoteCall":
                return (Bare) service -> service.timing().remoteCall();
            case "localCall":
                return (OfExported) service -> service.timing().localCall();
            case "bind":
                return (OfExported) service -> service.timing().bind(NAME);
            case "create":
                return new Create();
            case "lookUp":
                return new LookUp(surroundings);
            case "hashtable":
                return new OfHashtable(Operation.needed("items", params));
            case "string":
                return new OfString(Operation.needed("length", params));
            case "md5":
                return new Md5(Operation.needed("bytes", params));
            default:
                return null;
        }
    }

    /** The object that was made is removed before the next one is made, while no clock runs. */
    private static final class Create implements Operation {
        @Override
        public Task task() {
            return new Task() {
                private AutoCloseable created;

                @Override
                public void prepare(Service service) throws Exception {
                    if (created != null) {
                        created.close();
                    }
                }

                @Override
                public String call(Service service) throws Exception {
                    created = service.timing().create();
                    return null;
                }
            };
        }

        @Override
        public String check(Service service, int caller, int call, boolean byReference) throws Exception {
            service.timing().create().close();
            return null;
        }
    }

    /** The check makes a call in any case, so that the transport of the system can be seen. */
    private static final class Nothing implements Bare {
        @Override
        public void call(Service service) {}

        @Override
        public String check(Service service, int caller, int call, boolean byReference) throws Exception {
            service.timing().remoteCall();
            return null;
        }
    }

    private static final class LookUp implements Operation {
        private final Surroundings surroundings;

        LookUp(Surroundings surroundings) {
            this.surroundings = surroundings;
        }

        @Override
        public boolean connects() {
            return false;
        }

        @Override
        public Task task() {
            return nobody -> surroundings.lookUp() == null ? "looked up nothing" : null;
        }

        @Override
        public String check(Service nobody, int caller, int call, boolean byReference) throws Exception {
            int answer = surroundings.lookUp().addOne(call);
            return answer == call + 1 ? null : "the object that was looked up answers " + answer + " to " + call;
        }
    }

    /** Items of short strings: the original says no more about them. */
    private static final class OfHashtable implements Operation {
        private final int items;

        OfHashtable(int items) {
            this.items = items;
        }

        private Hashtable<String, String> table(int first) {
            Hashtable<String, String> table = new Hashtable<>();
            for (int i = first; i < first + items; i++) {
                table.put("key" + i, "value" + i);
            }
            return table;
        }

        @Override
        public Task task() {
            Hashtable<String, String> table = table(0);
            return service -> {
                int answer = service.timing().hashtable(table);
                return answer == items ? null : "sent " + items + " items, got " + answer;
            };
        }

        @Override
        public String check(Service service, int caller, int call, boolean byReference) throws Exception {
            Hashtable<String, String> table = table(caller * 1_000 + call);
            table.put("", "hash");
            int answer = service.timing().hashtable(table);
            return answer == table.hashCode() ? null : "of " + table.size() + " items the hash is wrong";
        }
    }

    private static final class OfString implements Operation {
        private final int length;

        OfString(int length) {
            this.length = length;
        }

        @Override
        public Task task() {
            char[] text = new char[length];
            Arrays.fill(text, 'x');
            String sent = new String(text);
            return service -> {
                int answer = service.timing().string(sent);
                return answer == length ? null : "sent " + length + " characters, got " + answer;
            };
        }

        @Override
        public String check(Service service, int caller, int call, boolean byReference) throws Exception {
            StringBuilder text = new StringBuilder("?");
            for (int i = 0; i < length; i++) {
                text.append((char) ('!' + (caller * 31 + call * 7 + i) % 90));
            }
            int answer = service.timing().string(text.toString());
            return answer == text.toString().hashCode() ? null : "of " + length + " characters the hash is wrong";
        }
    }

    private static final class Md5 implements Operation {
        private static final int LENGTH = 16;

        private final int bytes;

        Md5(int bytes) {
            this.bytes = bytes;
        }

        @Override
        public Task task() {
            return service -> service.timing().md5(bytes).length == LENGTH ? null : "got no MD5";
        }

        @Override
        public String check(Service service, int caller, int call, boolean byReference) throws Exception {
            byte[] wanted = MessageDigest.getInstance("MD5").digest(FilesToSign.content(bytes));
            return Arrays.equals(wanted, service.timing().md5(bytes)) ? null : "got the MD5 of something else";
        }
    }
}
