/**
 * Class files on their way between two endpoints. Of those that go out: {@code CodePublisher} tells the peer what it will need
 * and hands over what it lacks. Of those that come: {@code CodeGate} lets them in or not, {@code WorkspaceCode} keeps
 * them, {@code WorkspaceLoader} defines them. {@code ExchangedCode} is both for who makes and reads values. Knows no task.
 */
package dev.wherry.mobility.internal.bundles;

import dev.wherry.mobility.internal.bundles.WorkspaceLoader;
import dev.wherry.mobility.internal.bundles.WorkspaceCode;
import dev.wherry.mobility.internal.bundles.ExchangedCode;
import dev.wherry.mobility.internal.bundles.CodeGate;
import dev.wherry.mobility.internal.bundles.CodePublisher;
