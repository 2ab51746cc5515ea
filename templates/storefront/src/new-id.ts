/** Ids of what the shop makes. Nobody can guess one: whoever knows it may ask for what it names. */

import { randomBytes } from "node:crypto";
import type { FulfillmentIdKind } from "@proto-gen/runtime/commerce";

export type IdKind = "cart" | "checkout" | "event" | "adjustment" | FulfillmentIdKind;

/** Another one each time. */
export type NewId = (kind: IdKind) => string;

const BYTES = 24;

export function randomId(kind: IdKind): string {
  return `${kind}_${randomBytes(BYTES).toString("base64url")}`;
}
