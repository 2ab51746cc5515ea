/** The permitted uses of a key (RFC 7517 §4.2 and §4.3). */

import { own, type Members } from "../json/members.js";

export type KeyOperation = "sign" | "verify";

/**
 * True for a key that does not restrict its use. False if `use` or `key_ops` is unreadable, since it may forbid this
 * use.
 */
export function permits(jwk: Members, operation: KeyOperation): boolean {
  const use = own(jwk, "use");
  const operations = own(jwk, "key_ops");
  if (use !== undefined && use !== "sig") return false;
  if (operations === undefined) return true;
  return (
    Array.isArray(operations) &&
    operations.every((each) => typeof each === "string") &&
    new Set(operations).size === operations.length &&
    operations.includes(operation)
  );
}
