/** Imports public keys and caches them, since an import takes longer than a verification. */

import { RecentMap } from "../bounds/recent-map.js";
import { publicPointOf, requireCoordinates, unusable, type Point } from "./signing-key.js";
import { subtle, type WebKey } from "./web-crypto.js";

/** Keyed by coordinates, not by object: fetching a profile again yields equal keys. */
const imported = new RecentMap<WebKey>(1_000);

/** @throws ProtocolError `algorithm_unsupported`, `key_not_found` */
export async function importPublicKey(jwk: unknown): Promise<WebKey> {
  const point = publicPointOf(jwk);
  const numbers = `${point.crv}.${point.x}.${point.y}`;
  const known = imported.get(numbers);
  if (known !== undefined) return known;
  const key = await importPoint(requireCoordinates(point));
  imported.set(numbers, key);
  return key;
}

/** The platform rejects points that are not on the curve. */
async function importPoint(point: Point): Promise<WebKey> {
  const algorithm = { name: "ECDSA", namedCurve: point.crv } as const;
  try {
    return await subtle().importKey("jwk", point, algorithm, true, ["verify"]);
  } catch (cause) {
    throw unusable("is not on its curve", cause);
  }
}
