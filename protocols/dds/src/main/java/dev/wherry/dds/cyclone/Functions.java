package dev.wherry.dds.cyclone;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;

/** The functions of the C library that create, describe and delete. {@link SampleFunctions} has those of each sample. */
final class Functions {
    static final NativeFunction STRRETCODE =
            NativeFunction.of("dds_strretcode", FunctionDescriptor.of(ADDRESS, JAVA_INT));
    static final NativeFunction CREATE_DOMAIN = NativeFunction.code("dds_create_domain", JAVA_INT, ADDRESS);
    static final NativeFunction CREATE_PARTICIPANT =
            NativeFunction.code("dds_create_participant", JAVA_INT, ADDRESS, ADDRESS);
    static final NativeFunction CREATE_TOPIC =
            NativeFunction.code("dds_create_topic", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    static final NativeFunction CREATE_READER =
            NativeFunction.code("dds_create_reader", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    static final NativeFunction CREATE_WRITER =
            NativeFunction.code("dds_create_writer", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    static final NativeFunction DELETE = NativeFunction.code("dds_delete", JAVA_INT);
    static final NativeFunction GET_GUID = NativeFunction.code("dds_get_guid", JAVA_INT, ADDRESS);
    static final NativeFunction GET_QOS = NativeFunction.code("dds_get_qos", JAVA_INT, ADDRESS);
    static final NativeFunction GET_SERTYPE = NativeFunction.code("dds_get_entity_sertype", JAVA_INT, ADDRESS);
    static final NativeFunction SERTYPE_REF =
            NativeFunction.of("ddsi_sertype_ref", FunctionDescriptor.of(ADDRESS, ADDRESS));
    static final NativeFunction SERTYPE_UNREF = NativeFunction.nothing("ddsi_sertype_unref", ADDRESS);

    static final NativeFunction LIVELINESS_CHANGED =
            NativeFunction.code("dds_get_liveliness_changed_status", JAVA_INT, ADDRESS);
    static final NativeFunction OFFERED_INCOMPATIBLE =
            NativeFunction.code("dds_get_offered_incompatible_qos_status", JAVA_INT, ADDRESS);
    static final NativeFunction REQUESTED_INCOMPATIBLE =
            NativeFunction.code("dds_get_requested_incompatible_qos_status", JAVA_INT, ADDRESS);

    static final NativeFunction MATCHED_PUBLICATIONS =
            NativeFunction.code("dds_get_matched_publications", JAVA_INT, ADDRESS, JAVA_LONG);
    static final NativeFunction MATCHED_PUBLICATION =
            NativeFunction.of("dds_get_matched_publication_data", FunctionDescriptor.of(ADDRESS, JAVA_INT, JAVA_LONG));
    static final NativeFunction MATCHED_SUBSCRIPTIONS =
            NativeFunction.code("dds_get_matched_subscriptions", JAVA_INT, ADDRESS, JAVA_LONG);
    static final NativeFunction MATCHED_SUBSCRIPTION =
            NativeFunction.of("dds_get_matched_subscription_data", FunctionDescriptor.of(ADDRESS, JAVA_INT, JAVA_LONG));
    static final NativeFunction FREE_ENDPOINT = NativeFunction.nothing("dds_builtintopic_free_endpoint", ADDRESS);

    static final NativeFunction SET_STATUS_MASK = NativeFunction.code("dds_set_status_mask", JAVA_INT, JAVA_INT);

    static final NativeFunction CREATE_WAITSET = NativeFunction.code("dds_create_waitset", JAVA_INT);
    static final NativeFunction CREATE_READCONDITION =
            NativeFunction.code("dds_create_readcondition", JAVA_INT, JAVA_INT);
    static final NativeFunction CREATE_GUARDCONDITION = NativeFunction.code("dds_create_guardcondition", JAVA_INT);
    static final NativeFunction SET_GUARDCONDITION =
            NativeFunction.code("dds_set_guardcondition", JAVA_INT, JAVA_BOOLEAN);
    static final NativeFunction WAITSET_ATTACH =
            NativeFunction.code("dds_waitset_attach", JAVA_INT, JAVA_INT, JAVA_LONG);

    static final NativeFunction TYPE_CREATE = NativeFunction.of(
            "dds_dynamic_type_create", FunctionDescriptor.of(Layouts.TYPE, JAVA_INT, Layouts.TYPE_DESCRIPTOR));
    static final NativeFunction TYPE_ADD_MEMBER =
            NativeFunction.code("dds_dynamic_type_add_member", ADDRESS, Layouts.MEMBER_DESCRIPTOR);
    static final NativeFunction TYPE_ADD_LITERAL =
            NativeFunction.code("dds_dynamic_type_add_enum_literal", ADDRESS, ADDRESS, Layouts.LITERAL, JAVA_BOOLEAN);
    static final NativeFunction TYPE_SET_EXTENSIBILITY =
            NativeFunction.code("dds_dynamic_type_set_extensibility", ADDRESS, JAVA_INT);
    static final NativeFunction MEMBER_SET_KEY =
            NativeFunction.code("dds_dynamic_member_set_key", ADDRESS, JAVA_INT, JAVA_BOOLEAN);
    static final NativeFunction MEMBER_SET_OPTIONAL =
            NativeFunction.code("dds_dynamic_member_set_optional", ADDRESS, JAVA_INT, JAVA_BOOLEAN);
    static final NativeFunction TYPE_REGISTER = NativeFunction.code("dds_dynamic_type_register", ADDRESS, ADDRESS);
    static final NativeFunction TYPE_UNREF = NativeFunction.code("dds_dynamic_type_unref", ADDRESS);
    static final NativeFunction FREE_TYPEINFO = NativeFunction.code("dds_free_typeinfo", ADDRESS);
    static final NativeFunction CREATE_TOPIC_DESCRIPTOR =
            NativeFunction.code("dds_create_topic_descriptor", JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS);
    static final NativeFunction DELETE_TOPIC_DESCRIPTOR = NativeFunction.code("dds_delete_topic_descriptor", ADDRESS);

    static final NativeFunction TAKE = NativeFunction.code("dds_take", JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT);
    static final NativeFunction READ_INSTANCE =
            NativeFunction.code("dds_read_instance", JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_LONG);
    static final NativeFunction RETURN_LOAN = NativeFunction.code("dds_return_loan", JAVA_INT, ADDRESS, JAVA_INT);
    static final NativeFunction ENDPOINT_TYPE_INFORMATION =
            NativeFunction.code("dds_builtintopic_get_endpoint_type_info", ADDRESS, ADDRESS);

    private Functions() {}

    /** Links all functions, so that the missing ones are known. */
    static void link() {
        QosFunctions.link();
    }
}
