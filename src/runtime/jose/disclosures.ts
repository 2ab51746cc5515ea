/** Selective disclosure (RFC 9901 §7.1): replaces digests in verified claims by what the holder discloses. */

import { isObject, own, type Members } from "../json/members.js";
import { encodeUtf8 } from "../text/utf8.js";
import { jsonPart, badSignature, type Refusal } from "./verify-token.js";
import { encodeBase64Url } from "../signature/base64.js";

type Hash = "SHA-256" | "SHA-384" | "SHA-512";

// Every platform has this, but the ECMAScript declarations do not.
declare const crypto: {
  readonly subtle: { digest(algorithm: Hash, data: Uint8Array): Promise<ArrayBuffer> };
};

/** By IANA name, without weak and truncated hashes. */
const HASHES: ReadonlyMap<unknown, Hash> = /* @__PURE__ */ new Map([
  ["sha-256", "SHA-256"],
  ["sha-384", "SHA-384"],
  ["sha-512", "SHA-512"],
]);

/**
 * @param name `_sd_alg`. Default: SHA-256.
 * @returns undefined if the hash is unknown
 */
export function hashNamed(name: unknown): Hash | undefined {
  return name === undefined ? "SHA-256" : HASHES.get(name);
}

/** The digest of a disclosure (RFC 9901 §4.1.1), in base64url. */
export async function digestOf(hash: Hash, bytes: Uint8Array): Promise<string> {
  return encodeBase64Url(new Uint8Array(await crypto.subtle.digest(hash, bytes)));
}

/** A member of an object, or, without a name, an item of an array. */
interface Disclosure {
  readonly name: string | undefined;
  readonly value: unknown;
}

/** Disclosures that have not been found yet, and every digest seen. */
interface Search {
  readonly left: Map<string, Disclosure>;
  readonly seen: Set<string>;
}

const MOST_DISCLOSURES = 1_000;
/** As for parsed JSON: disclosures may be nested. */
const MOST_DEPTH = 512;
const DIGESTS = "_sd";
const ITEM = "...";

/** @throws Refusal `mandate_invalid_signature` for whatever §7.1 rejects */
export async function disclosedClaims(
  claims: Members,
  disclosures: readonly string[],
): Promise<Members> {
  if (disclosures.length > MOST_DISCLOSURES) throw notAsSigned();
  const hash = hashNamed(own(claims, "_sd_alg"));
  if (hash === undefined) throw badSignature("The mandate's _sd_alg is not known.");
  const left = new Map<string, Disclosure>();
  for (const text of disclosures)
    left.set(await digestOf(hash, encodeUtf8(text)), readDisclosure(text));
  if (left.size < disclosures.length) throw notAsSigned();
  const search = { left, seen: new Set<string>() };
  const whole = membersOf(claims, search, 0).filter(([name]) => name !== "_sd_alg");
  // A disclosure without a digest was not signed by anyone.
  if (left.size > 0) throw notAsSigned();
  return Object.fromEntries(whole);
}

/** §4.2: `[salt, name, value]` or `[salt, value]`. */
function readDisclosure(text: string): Disclosure {
  const parts = jsonPart(text);
  if (!Array.isArray(parts) || typeof parts[0] !== "string") throw notAsSigned();
  if (parts.length === 2) return { name: undefined, value: parts[1] };
  const name: unknown = parts[1];
  if (parts.length !== 3 || typeof name !== "string" || name === DIGESTS || name === ITEM)
    throw notAsSigned();
  return { name, value: parts[2] };
}

function valueOf(value: unknown, search: Search, depth: number): unknown {
  if (depth > MOST_DEPTH) throw notAsSigned();
  if (Array.isArray(value)) return value.flatMap((item) => itemOf(item, search, depth + 1));
  return isObject(value) ? Object.fromEntries(membersOf(value, search, depth)) : value;
}

/** An item whose digest is not disclosed is omitted. */
function itemOf(item: unknown, search: Search, depth: number): readonly unknown[] {
  if (!isObject(item) || !Object.hasOwn(item, ITEM)) return [valueOf(item, search, depth)];
  if (Object.keys(item).length > 1) throw notAsSigned();
  const found = disclosureOf(item[ITEM], search);
  if (found === undefined) return [];
  if (found.name !== undefined) throw notAsSigned();
  return [valueOf(found.value, search, depth)];
}

/** As entries, so that a member may have any name, even `__proto__`. */
function membersOf(object: Members, search: Search, depth: number): [string, unknown][] {
  if (Object.hasOwn(object, ITEM)) throw notAsSigned();
  const signed = Object.entries(object).filter(([name]) => name !== DIGESTS);
  const members = new Map(
    signed.map(([name, value]) => [name, valueOf(value, search, depth + 1)] as const),
  );
  const digests = own(object, DIGESTS) ?? [];
  if (!Array.isArray(digests)) throw notAsSigned();
  for (const digest of digests) {
    const found = disclosureOf(digest, search);
    if (found === undefined) continue;
    if (found.name === undefined || members.has(found.name)) throw notAsSigned();
    members.set(found.name, valueOf(found.value, search, depth + 1));
  }
  return [...members];
}

/** A digest must occur only once, or it would be ambiguous what was signed. Undefined if it is not disclosed. */
function disclosureOf(digest: unknown, { left, seen }: Search): Disclosure | undefined {
  if (typeof digest !== "string" || seen.has(digest)) throw notAsSigned();
  seen.add(digest);
  const found = left.get(digest);
  left.delete(digest);
  return found;
}

function notAsSigned(): Refusal {
  return badSignature("What the mandate discloses is not what was signed.");
}
