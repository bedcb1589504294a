/** A {@link dev.wherry.CallLedger} in files. */
package dev.wherry.ledger;
