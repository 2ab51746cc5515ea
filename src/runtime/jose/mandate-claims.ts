/**
 * Verifies a mandate and returns all claims that it discloses. The keys of mandates' signers are found through an interface, which is
 * implemented here for platforms' profiles. Selective disclosure (RFC 9901 §7.1) replaces digests in verified claims by what the holder
 * discloses.
 */

import type { MandatePlatform, MandateContext } from "../commerce/mandate/mandates.js";
import { isObject, own, type Members } from "../json/members.js";
import type { PlatformProfiles } from "../server/platforms.js";
import { findKey } from "../signature/signing-key.js";
import { encodeUtf8, encodeBase64Url } from "../text/encoding.js";
import type { Cancellation } from "../time/time.js";
import {
  publicKeyWith,
  type PublicKey,
  publicKeyOf,
  verifiedClaims,
  type TokenTimes,
  type TokenRules,
  keyIdIn,
  objectPart,
  badSignature,
  Refusal,
  jsonPart,
} from "./verify-token.js";

/** The claimed signer of a mandate. Nothing is verified yet, except the platform if its request is signed. */
interface MandateSigner {
  readonly platform: MandatePlatform;
  /** `kid` of the mandate's header. */
  readonly keyId: string;
  /** `iss` of the mandate, if it is a string. */
  readonly issuer: string | undefined;
  readonly signal: Cancellation;
}

/**
 * Returns the JWKs that may sign mandates for this platform, or a promise of them: those of its profile, or of an
 * issuer that the business trusts.
 */
export type MandateKeys = (signer: MandateSigner) => unknown;

/**
 * Finds the keys of mandates (§1.8) in the `signing_keys` of the platform's profile, which is fetched again for an
 * unknown key (§5.4).
 * @example
 * ```ts
 * import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
 * import { jwsMandateVerifier, platformKeys } from "@proto-gen/runtime/jose";
 * import { createPlatformProfiles } from "@proto-gen/runtime/profile";
 *
 * declare const profile: { readonly signing_keys: readonly object[] };
 * const platforms = createPlatformProfiles({ name: "proto", fetch: guardedFetch() });
 * const keysFor = platformKeys(platforms);
 * const mandates = jwsMandateVerifier({ keysFor, signingKeys: profile.signing_keys });
 * ```
 */
export function platformKeys(platforms: PlatformProfiles): MandateKeys {
  return async ({ platform: { profile: url }, keyId, signal }) => {
    if (url === undefined) return undefined;
    const known = signingKeysOf((await platforms.get(url, { signal })).profile);
    if (hasKey(known, keyId) || platforms.refresh === undefined) return known;
    return signingKeysOf((await platforms.refresh(url, { signal })).profile);
  };
}

function hasKey(signingKeys: unknown, keyId: string): boolean {
  try {
    return findKey(signingKeys, keyId) !== undefined;
  } catch {
    // Several keys have the id; the current profile may have only one.
    return false;
  }
}

function signingKeysOf(profile: unknown): unknown {
  return isObject(profile) ? own(profile, "signing_keys") : undefined;
}

/**
 * Key binding (RFC 9901 §4.3, §7.3): proves that whoever presents the mandate holds the key that it was issued for.
 */
interface Binding {
  /** The key-binding token. */
  readonly token: string;
  /** The text that it must be bound to: everything before it, including the last `~`. */
  readonly presented: string;
  /** Verified claims whose `cnf` has the holder's key. */
  readonly issued: Members;
  readonly nonce: string | undefined;
}

const REQUIRED = ["iat", "aud", "nonce", "sd_hash"];

/** @throws Refusal `mandate_invalid_signature`, `mandate_expired`, `mandate_scope_mismatch` */
async function requireKeyBinding(
  { token, presented, issued, nonce }: Binding,
  times: TokenTimes,
  rules: Pick<TokenRules, "audience" | "maxAge">,
): Promise<void> {
  const hash = hashNamed(own(issued, "_sd_alg"));
  if (token === "" || hash === undefined) throw badSignature("The mandate has no key binding.");
  const holder = await holderKey(issued);
  const claims = await verifiedClaims(token, holder, times, {
    ...rules,
    typ: "kb+jwt",
    required: REQUIRED,
  });
  if (own(claims, "sd_hash") !== (await digestOf(hash, encodeUtf8(presented))))
    throw badSignature("The mandate's key binding belongs to another mandate.");
  if (nonce !== undefined && own(claims, "nonce") !== nonce)
    throw new Refusal("mandate_scope_mismatch", "The mandate's nonce is not this checkout's.");
}

/** The key in `cnf` (RFC 7800 §3.2), which must be among the plainly signed claims. */
async function holderKey(issued: Members): Promise<PublicKey> {
  const confirmation = own(issued, "cnf");
  const jwk = isObject(confirmation) ? own(confirmation, "jwk") : undefined;
  const key = await publicKeyOf(jwk).catch(() => undefined);
  if (key === undefined) throw badSignature("The mandate does not name its holder's key.");
  return key;
}

export interface ReadingRules {
  readonly clockToleranceSeconds: number;
  readonly maxAge: number | undefined;
  readonly audience?: string[];
}

/**
 * @throws Refusal `agent_missing_key`, `mandate_invalid_signature`, `mandate_expired`, `mandate_scope_mismatch`
 * @throws whatever `keysFor` throws
 */
export async function mandateClaims(
  mandate: string,
  context: MandateContext,
  keysFor: MandateKeys,
  { clockToleranceSeconds, ...rules }: ReadingRules,
): Promise<Members> {
  const [issued = "", ...rest] = mandate.split("~");
  const key = await signerKey(issued, context, keysFor);
  const times = { now: context.now, clockToleranceSeconds };
  const binding = rest.pop();
  if (binding === undefined) return plainClaims(issued, key, times, rules);
  const claims = await verifiedClaims(issued, key, times, { required: ["exp"] });
  const presented = mandate.slice(0, mandate.length - binding.length);
  const { nonce } = context;
  await requireKeyBinding({ token: binding, presented, issued: claims, nonce }, times, rules);
  return disclosedClaims(claims, rest);
}

const BOUND = ["cnf", "_sd", "_sd_alg"];

async function plainClaims(
  token: string,
  key: PublicKey,
  times: TokenTimes,
  rules: Omit<ReadingRules, "clockToleranceSeconds">,
): Promise<Members> {
  const claims = await verifiedClaims(token, key, times, { ...rules, required: ["exp"] });
  // Otherwise anyone who has seen a bound mandate could strip its key binding.
  if (BOUND.some((name) => Object.hasOwn(claims, name)))
    throw badSignature("The mandate lacks its key binding.");
  return claims;
}

async function signerKey(
  token: string,
  { platform, signal }: MandateContext,
  keysFor: MandateKeys,
): Promise<PublicKey> {
  const [header = "", payload = ""] = token.split(".");
  const keyId = keyIdIn(header);
  const claims = objectPart(payload);
  if (keyId === undefined || claims === undefined) throw badSignature();
  const issuer = own(claims, "iss");
  const signer = {
    platform,
    keyId,
    issuer: typeof issuer === "string" ? issuer : undefined,
    signal: signal ?? new AbortController().signal,
  };
  const key = await publicKeyWith(keyId, await keysFor(signer));
  if (key === undefined)
    throw new Refusal("agent_missing_key", "The key that signed the mandate was not found.");
  return key;
}

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
function hashNamed(name: unknown): Hash | undefined {
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
