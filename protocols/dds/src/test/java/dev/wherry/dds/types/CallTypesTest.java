package dev.wherry.dds.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wherry.ByReference;
import dev.wherry.OneWay;
import dev.wherry.dds.Final;
import dev.wherry.dds.Mutable;
import dev.wherry.dds.RosService;
import dev.wherry.dds.types.DataType.Extensibility;
import dev.wherry.dds.types.DataType.Primitive;
import dev.wherry.dds.types.DataType.Structure;
import dev.wherry.dds.types.DataType.Text;
import dev.wherry.dds.types.DataType.Union;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The types of an interface's calls, as OMG DDS-RPC 1.0 has them. */
class CallTypesTest {
    private static final String SCOPE = "dev::wherry::dds::types::CallTypesTest_";

    static class TooFast extends Exception {
        private static final long serialVersionUID = 1;

        final float limit;

        TooFast(float limit) {
            this.limit = limit;
        }
    }

    static class Refused extends TooFast {
        private static final long serialVersionUID = 1;

        Refused(String message, float limit) {
            super(limit);
            assertThat(message).isNotNull();
        }
    }

    @NullMarked
    interface Robot {
        void command(int command, @Nullable String note);

        float setSpeed(float speed) throws TooFast, Refused;

        CompletableFuture<String> getStatus();

        @OneWay
        void stop();

        String find(String name);

        String find(int number);

        void read(InputStream stream);

        void use(Reference reference);

        void save() throws IOException;
    }

    @ByReference
    interface Reference {}

    interface Store<T> {
        T load(String name);
    }

    interface TextStore extends Store<String> {}

    interface Connecting {
        void connect() throws java.net.ConnectException, java.rmi.ConnectException;
    }

    @Final
    interface Fixed {
        int add(int a, int b);
    }

    @Mutable
    interface Changing {
        int add(int a, int b);
    }

    private static CallTypes types(Class<?> type) throws UnsupportedTypeException {
        return CallTypes.of(type, new JavaTypes());
    }

    private static Operation operation(CallTypes types, String name) {
        return Objects.requireNonNull(types.operation(RpcTypes.hash(name)));
    }

    @Test
    void putsTheArgumentsIntoAStructure() throws UnsupportedTypeException {
        Structure in = operation(types(Robot.class), "command").in().dataType();
        assertThat(in.name()).isEqualTo(SCOPE + "Robot_command_In");
        assertThat(in.extensibility()).isEqualTo(Extensibility.APPENDABLE);
        assertThat(in.members())
                .containsExactly(
                        new Structure.Member("command", 0, Primitive.INT32, false, false),
                        new Structure.Member("note", 1, new Text(0), false, true));
    }

    @Test
    void putsTheResultIntoAStructureAndAUnionWithTheExceptions() throws UnsupportedTypeException {
        Operation setSpeed = operation(types(Robot.class), "setSpeed");
        assertThat(setSpeed.out().dataType().members())
                .containsExactly(new Structure.Member("return_", 0, Primitive.FLOAT32, false, false));
        Union result = setSpeed.resultType();
        assertThat(result.name()).isEqualTo(SCOPE + "Robot_setSpeed_Result");
        assertThat(result.cases())
                .extracting(Union.Case::name)
                .containsExactly("unknownEx", "result", "calltypestest_refused_ex", "calltypestest_toofast_ex");
        assertThat(result.cases().get(1).labels()).containsExactly(0);
        assertThat(result.cases().get(3).labels()).containsExactly(RpcTypes.hash(SCOPE + "TooFast"));
        assertThat(((Structure) result.cases().get(2).type()).members())
                .extracting(Structure.Member::name)
                .containsExactly("message", "limit");
    }

    @Test
    void givesExceptionsOfOneSimpleNameDifferentMembers() throws UnsupportedTypeException {
        assertThat(operation(types(Connecting.class), "connect").resultType().cases())
                .extracting(Union.Case::name)
                .containsExactlyInAnyOrder("unknownEx", "result", "connectexception_ex", "connectexception_2_ex");
    }

    @Test
    void usesADummyWhereThereIsNoArgumentAndNoResult() throws UnsupportedTypeException {
        Operation stop = operation(types(Robot.class), "stop");
        assertThat(stop.oneWay()).isTrue();
        assertThat(stop.in().dataType().members())
                .extracting(Structure.Member::name)
                .containsExactly("dummy");
        assertThat(stop.out().dataType().members())
                .extracting(Structure.Member::type)
                .containsExactly(Primitive.BYTE);
    }

    @Test
    void unwrapsTheResultOfAFuture() throws UnsupportedTypeException {
        Operation status = operation(types(Robot.class), "getStatus");
        assertThat(status.out().dataType().members())
                .extracting(Structure.Member::type)
                .containsExactly(new Text(0));
    }

    @Test
    void givesOverloadedMethodsNamesWithTheirParameterTypes() throws UnsupportedTypeException {
        CallTypes types = types(Robot.class);
        assertThat(types.operations()).extracting(Operation::name).contains("find_String", "find_int");
        assertThat(types.operation(RpcTypes.hash("find"))).isNull();
    }

    @Test
    void choosesTheOperationByTheHashOfItsName() throws UnsupportedTypeException {
        CallTypes types = types(Robot.class);
        Union call = types.callType();
        assertThat(call.name()).isEqualTo(SCOPE + "Robot_Call");
        assertThat(call.cases().getFirst().name()).isEqualTo("unknownOp");
        assertThat(call.cases().getFirst().labels()).isEmpty();
        assertThat(call.cases())
                .filteredOn(each -> each.name().equals("stop"))
                .singleElement()
                .satisfies(each -> assertThat(each.labels()).containsExactly(RpcTypes.hash("stop")));
        assertThat(types.returnType().name()).isEqualTo(SCOPE + "Robot_Return");
        assertThat(types.requestType().members())
                .containsExactly(
                        new Structure.Member("header", 0, RpcTypes.REQUEST_HEADER, false, false),
                        new Structure.Member("data", 1, call, false, false));
        assertThat(types.replyType().members().getFirst().type()).isEqualTo(RpcTypes.REPLY_HEADER);
    }

    @Test
    void refusesOnlyTheMethodsThatCannotBeCalled() throws UnsupportedTypeException {
        CallTypes types = types(Robot.class);
        assertThat(types.refusals().values())
                .extracting(Throwable::getMessage)
                .containsExactlyInAnyOrder(
                        "read(stream): java.io.InputStream is a stream, which DDS does not have",
                        "use(reference): " + Reference.class.getName()
                                + " is passed by reference, which DDS cannot do");
        assertThat(types.operations()).extracting(Operation::name).contains("save");
    }

    @Test
    void resolvesTheVariablesOfAGenericInterface() throws ReflectiveOperationException, UnsupportedTypeException {
        CallTypes types = types(TextStore.class);
        Operation load = operation(types, "load");
        assertThat(load.out().dataType().members().getFirst().type()).isEqualTo(new Text(0));
        assertThat(types.operation(Store.class.getMethod("load", String.class))).isSameAs(load);
        assertThat(types.operation(Fixed.class.getMethod("add", int.class, int.class)))
                .isNull();
    }

    @Test
    void followsTheAnnotationOfTheInterface() throws UnsupportedTypeException {
        CallTypes fixed = types(Fixed.class);
        assertThat(fixed.callType().extensibility()).isEqualTo(Extensibility.FINAL);
        assertThat(operation(fixed, "add").in().dataType().extensibility()).isEqualTo(Extensibility.FINAL);
        CallTypes changing = types(Changing.class);
        assertThat(changing.callType().extensibility()).isEqualTo(Extensibility.APPENDABLE);
        assertThat(operation(changing, "add").in().dataType().extensibility()).isEqualTo(Extensibility.MUTABLE);
    }

    @Test
    void areFinalForXcdr1AndNeverMutable() throws UnsupportedTypeException {
        CallTypes older = CallTypes.of(TextStore.class, new JavaTypes(Representation.XCDR1));
        assertThat(older.representation()).isEqualTo(Representation.XCDR1);
        assertThat(older.callType().extensibility()).isEqualTo(Extensibility.FINAL);
        assertThat(operation(older, "load").in().dataType().extensibility()).isEqualTo(Extensibility.FINAL);
        assertThat(types(TextStore.class).representation()).isEqualTo(Representation.XCDR2);
        assertThatThrownBy(() -> CallTypes.of(Changing.class, new JavaTypes(Representation.XCDR1)))
                .isInstanceOf(UnsupportedTypeException.class)
                .hasMessageContaining("@Mutable, which vendors do not agree on in XCDR1");
    }

    /** A service of ROS, and methods that are none. */
    interface Rover {
        @RosService("robots/srv/Add")
        long add(int a, long b);

        @RosService("robots/srv/Stop")
        void stop();

        @RosService("robots/Halt")
        void halt();

        long none();

        @RosService("robots/srv/Go")
        @OneWay
        void go();

        @RosService("robots/srv/Say")
        void say(@Nullable String text);

        @RosService("robots/srv/Count")
        CompletableFuture<Long> count();

        @RosService("robots/srv/Load")
        void load(Map<String, Integer> values);

        @RosService("robots/srv/Mode")
        List<TimeUnit> modes();

        @RosService("robots/srv/Rename")
        Label rename(Label label);
    }

    /** A message with a field that may be missing. */
    record Label(String text, Optional<String> color) {}

    @Test
    void describesTheServicesOfRos() throws UnsupportedTypeException {
        CallTypes types = types(Rover.class);
        RosTypes add = RosTypes.of(operation(types, "add"));
        assertThat(add.request().name()).isEqualTo("robots::srv::dds_::Add_Request_");
        assertThat(add.reply().name()).isEqualTo("robots::srv::dds_::Add_Response_");
        assertThat(add.request().members()).extracting(Structure.Member::name).containsExactly("guid", "seq", "a", "b");
        assertThat(add.request().members()).extracting(Structure.Member::id).isEqualTo(List.of(0, 1, 2, 3));
        assertThat(RosTypes.of(operation(types, "stop")).reply().members())
                .extracting(Structure.Member::name)
                .containsExactly("guid", "seq", "structure_needs_at_least_one_member");
    }

    @ParameterizedTest
    @CsvSource({
        "halt, halt: its @RosService has 'robots/Halt'",
        "none, none: it has no @RosService",
        "go, go: it is one-way",
        "say, say(text): it may be null",
        "count, @NullMarked",
        "load, load(values): it is a map",
        "modes, modes()[]: it is an enum",
        "rename, rename(label).color: it may be null"
    })
    void refusesMethodsThatAreNoServicesOfRos(String method, String why) throws UnsupportedTypeException {
        Operation operation = operation(types(Rover.class), method);
        assertThatThrownBy(() -> RosTypes.of(operation))
                .isInstanceOf(UnsupportedTypeException.class)
                .hasMessageContaining(why);
    }

    /** Services of ROS of which one cannot be called. */
    interface Reader {
        @RosService("robots/srv/Read")
        void read(InputStream stream);

        @RosService("robots/srv/Stop")
        void stop();
    }

    @Test
    void countsTheServicesOfRosThatCannotBeCalledToo() throws UnsupportedTypeException {
        assertThat(types(Reader.class).operations()).hasSize(1);
        assertThat(RosTypes.count(types(Reader.class))).isEqualTo(2);
        assertThat(RosTypes.count(types(Robot.class))).isZero();
    }

    @Test
    void refusesAClass() {
        assertThatThrownBy(() -> types(String.class))
                .isInstanceOf(UnsupportedTypeException.class)
                .hasMessageContaining("not an interface");
    }
}
