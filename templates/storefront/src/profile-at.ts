/** The shop's profile (§2.1), as it is published: with its own address, and the keys that it signs with. */

import { readFileSync } from "node:fs";
import type { ResponseHandlers } from "@proto-gen/runtime/envelope";
import type { SigningKeyPair } from "@proto-gen/runtime/signature";

const PROFILE = new URL("../profile.json", import.meta.url);
/** What `profile.json` has in place of the address. */
const PLACE = "https://shop.example.com";

type PublicKey = SigningKeyPair["publicKey"];

export interface ShopProfile {
  readonly proto: { readonly payment_handlers?: ResponseHandlers };
  readonly signing_keys: readonly PublicKey[];
}

/** @param base without a slash at its end */
export function profileAt(base: string, keys: readonly PublicKey[]): ShopProfile {
  const text = readFileSync(PROFILE, "utf8").replaceAll(PLACE, base);
  return { ...(JSON.parse(text) as ShopProfile), signing_keys: keys };
}
