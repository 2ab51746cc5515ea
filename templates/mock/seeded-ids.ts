/** Ids that come again: for one seed the same ones in the same order, of each kind by itself. */

import { createHash } from "node:crypto";
import type { NewId } from "../storefront/src/new-id.js";

const LENGTH = 32;

export function seededIds(seed: number): NewId {
  const made = new Map<string, number>();
  return (kind) => {
    const count = (made.get(kind) ?? 0) + 1;
    made.set(kind, count);
    const hash = createHash("sha256").update(`${seed} ${kind} ${count}`).digest("base64url");
    return `${kind}_${hash.slice(0, LENGTH)}`;
  };
}
