/** Restricts the platforms that may call (§7, `profile_not_trusted`). */

import { ProtocolError } from "../error/index.js";

/** URLs of profiles, or a function that decides. */
export type Approved = ReadonlySet<string> | ((url: string) => boolean);

/** @throws ProtocolError `profile_not_trusted` */
export function requireApproval(approved: Approved | undefined, url: string, given: string): void {
  if (approved === undefined) return;
  const isApproved =
    typeof approved === "function" ? approved(url) : approved.has(url) || approved.has(given);
  if (!isApproved) throw new ProtocolError("profile_not_trusted");
}
