/** What a key may be used for (RFC 7517 §4.2 and §4.3), as its owner has written in the JWK. */

import { own, type Members } from "../json/members.js";

export type KeyOperation = "sign" | "verify";

/** True for a key that says nothing of its use. False for one whose `use` or `key_ops` cannot be read: they may forbid it. */
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
