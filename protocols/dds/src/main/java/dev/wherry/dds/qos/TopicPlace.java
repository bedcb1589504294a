package dev.wherry.dds.qos;

import java.util.List;

/**
 * The names under which XML may have the policies of one topic, the strongest first.
 *
 * @param topics names of {@code <topic>} elements
 * @param libraries names of libraries of profiles
 * @param profile the name of a profile in one of the libraries
 * @param entity the name of entities that are meant for this topic alone; those without a name are meant for it, too
 */
public record TopicPlace(List<String> topics, List<String> libraries, String profile, String entity) {}
