/** Named schemas on both sides: document roots and `$defs` entries, by their address. */

import type { SchemaAddress } from "../../json-schema/schema-address.js";
import type { Side } from "../side.js";

export interface NamedSchema {
  /** `shopping/types/buyer.json#/$defs/name`: the same in every release. */
  readonly address: string;
  readonly at: SchemaAddress;
}

/** One that moved is there on both sides; else one that is there on one side only. */
export interface DefinitionPair {
  readonly before: NamedSchema | undefined;
  readonly after: NamedSchema | undefined;
}

/** `shopping/types/buyer.json#/$defs/name`: the same in every release. */
export function releaseAddress(
  side: Side,
  { document, pointer }: { readonly document: string; readonly pointer: string },
): string {
  const address = side.addressOf(document);
  return pointer === "" ? address : `${address}#${pointer}`;
}
