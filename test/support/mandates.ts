/** A platform and a buyer's wallet that make mandates with libraries which are not ours: jose, @sd-jwt/core. */

import { createHash, randomBytes, webcrypto } from "node:crypto";
import type { JsonObject } from "@proto-gen/runtime/json";
import { jwsAuthorizer } from "@proto-gen/runtime/jose";
import { generateSigningKey, type SigningKeyPair } from "@proto-gen/runtime/signature";
import { SDJwtInstance } from "@sd-jwt/core";
import { importJWK, SignJWT, type JWK, type JWTPayload } from "jose";

export const NOW = Date.UTC(2026, 10, 20, 12);
export const SECONDS = NOW / 1_000;
export const AUDIENCE = "https://business.example.com";
export const NONCE = "nonce-of-the-checkout";
export const PLATFORM = {
  profile: "https://agent.example/profile.json",
  envelope: { name: "proto" },
};

export const OFFERED: JsonObject = {
  proto: { version: "2026-11-27", status: "success", capabilities: {} },
  id: "checkout_1",
  status: "ready_for_complete",
  currency: "USD",
  line_items: [{ id: "line_1", item: { id: "camera", title: "Caméra", price: 100 }, quantity: 2 }],
  totals: [{ type: "total", amount: 200 }],
  links: [],
};

export interface World {
  readonly business: SigningKeyPair;
  readonly platform: SigningKeyPair;
  readonly holder: SigningKeyPair;
  readonly stranger: SigningKeyPair;
  /** As the business answered it. */
  readonly checkout: JsonObject;
}

export async function createWorld(): Promise<World> {
  const [business, platform, holder, stranger] = await Promise.all([
    generateSigningKey(),
    generateSigningKey({ kid: "platform-1" }),
    generateSigningKey({ curve: "P-384" }),
    generateSigningKey(),
  ]);
  const checkout = await authorized(OFFERED, business);
  return { business, platform, holder, stranger, checkout };
}

export async function authorized(offered: JsonObject, by: SigningKeyPair): Promise<JsonObject> {
  const merchant_authorization = await (await jwsAuthorizer(by.privateKey)).sign(offered);
  return { ...offered, ap2: { merchant_authorization } };
}

export interface Signing {
  readonly by: SigningKeyPair;
  readonly header?: object;
}

export async function signed(claims: object, { by, header = {} }: Signing): Promise<string> {
  const { alg = "ES256", kid } = by.publicKey;
  const key = await importJWK(by.privateKey as JWK, alg);
  return new SignJWT(claims as JWTPayload).setProtectedHeader({ alg, kid, ...header }).sign(key);
}

export function claimsOf({ checkout }: World, more: object = {}): JsonObject {
  return { iat: SECONDS - 10, exp: SECONDS + 300, checkout, aud: AUDIENCE, ...more };
}

/** A plain compact JWS. */
export function plainMandate(world: World, more: object = {}, signing: Partial<Signing> = {}) {
  return signed(claimsOf(world, more), { by: world.platform, ...signing });
}

type Frame = Readonly<Record<string, unknown>>;

export interface SdOptions {
  readonly claims?: object;
  /** What can be withheld. */
  readonly frame?: Frame;
  readonly binding?: object;
  readonly hash?: "sha-256" | "sha-384" | "sha-512";
}

/** An SD-JWT with key binding, by the library of the OpenWallet Foundation. */
export async function sdMandate(world: World, options: SdOptions = {}): Promise<string> {
  const { claims = {}, frame = { _sd: ["checkout"] }, binding = {}, hash = "sha-256" } = options;
  const wallet = new SDJwtInstance({
    ...libraryOptions(hash),
    signer: await signerOf(world.platform),
    signAlg: "ES256",
    kbSigner: await signerOf(world.holder),
    kbSignAlg: "ES384",
  });
  const { kid: _kid, alg: _alg, use: _use, ...jwk } = world.holder.publicKey;
  const { aud: _aud, ...issued } = claimsOf(world, { cnf: { jwk }, ...claims });
  const header = { kid: world.platform.publicKey.kid };
  const credential = await wallet.issue(issued, frame as never, { header });
  const payload = { iat: SECONDS - 5, aud: AUDIENCE, nonce: NONCE, ...binding };
  return wallet.present(credential, presentAll(frame) as never, { kb: { payload } });
}

/** Every claim that a frame withholds, disclosed. */
export function presentAll(frame: Frame): object {
  const own = (frame["_sd"] as readonly (string | number)[] | undefined) ?? [];
  const nested = Object.entries(frame).filter(([name]) => name !== "_sd");
  return Object.fromEntries([
    ...own.map((name) => [name, true]),
    ...nested.map(([name, each]) => [name, presentAll(each as Frame)]),
  ]) as object;
}

export function libraryOptions(hash: "sha-256" | "sha-384" | "sha-512") {
  return {
    hasher: (data: string | ArrayBuffer, alg: string) =>
      new Uint8Array(
        createHash(alg.replace("-", ""))
          .update(typeof data === "string" ? data : new Uint8Array(data))
          .digest(),
      ),
    hashAlg: hash,
    saltGenerator: (length: number) => randomBytes(length).toString("base64url"),
  } as const;
}

async function signerOf({
  privateKey,
}: SigningKeyPair): Promise<(data: string) => Promise<string>> {
  const algorithm = { name: "ECDSA", namedCurve: privateKey.crv };
  const jwk: object = privateKey;
  const key = await webcrypto.subtle.importKey("jwk", jwk, algorithm, false, ["sign"]);
  const hash = privateKey.crv === "P-256" ? "SHA-256" : "SHA-384";
  return async (data) => {
    const signature = await webcrypto.subtle.sign(
      { name: "ECDSA", hash },
      key,
      new TextEncoder().encode(data),
    );
    return Buffer.from(signature).toString("base64url");
  };
}

export function digest(text: string, hash = "sha256"): string {
  return createHash(hash).update(text).digest("base64url");
}

export function disclosure(...parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/** An SD-JWT with key binding by hand, for what no library issues. */
export async function sdByHand(
  world: World,
  claims: object,
  disclosures: readonly string[],
  { binding = {}, header = {}, by = world.holder }: SdByHand = {},
): Promise<string> {
  const { aud: _aud, ...issued } = claimsOf(world, {
    checkout: undefined,
    cnf: { jwk: world.holder.publicKey },
    ...claims,
  });
  const token = await signed(issued, { by: world.platform });
  const presented = [token, ...disclosures, ""].join("~");
  const sd_hash = digest(presented);
  const payload = { iat: SECONDS - 5, aud: AUDIENCE, nonce: NONCE, sd_hash, ...binding };
  return presented + (await signed(payload, { by, header: { typ: "kb+jwt", ...header } }));
}

export interface SdByHand {
  readonly binding?: object;
  readonly header?: object;
  readonly by?: SigningKeyPair;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The same bytes in base64url, but for bits that nobody reads: lenient readers take both. */
export function encodedOtherwise(text: string): string {
  return text.slice(0, -1) + ALPHABET[ALPHABET.indexOf(text.at(-1)!) + 1]!;
}
