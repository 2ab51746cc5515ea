/** Signatures of the business (§5.4), as its platform verifies them: of events, and of answers. */

import { createHash, createPublicKey } from "node:crypto";
import { createVerifier, httpbis } from "http-message-signatures";
import type { Delivery } from "./receiver.js";
import { there } from "./shapes.js";

/** The profile URL in the agent header, an RFC 8941 dictionary (§4.8). */
export function signer({ headers }: Delivery): string {
  return there(/^profile="([^"]+)"/.exec(headers["proto-agent"] ?? "")?.[1], "profile of a signer");
}

export interface Jwk {
  readonly kid: string;
  readonly kty: string;
  readonly crv: string;
}

/** The keys that the signer publishes (§2.1.4), as a verifier finds them. */
export async function keysOf(delivery: Delivery): Promise<readonly Jwk[]> {
  const response = await fetch(signer(delivery));
  const profile = (await response.json()) as { readonly signing_keys?: readonly Jwk[] };
  return profile.signing_keys ?? [];
}

/** RFC 9530, over the bytes as they came. */
export function digestOf(bytes: Buffer): string {
  return `sha-256=:${createHash("sha256").update(bytes).digest("base64")}:`;
}

/** The names that sig1 covers, and the parameters behind them. */
export function covered({ headers }: Delivery) {
  const input = headers["signature-input"] ?? "";
  const [, names = "", params = ""] = /^sig1=\(([^)]*)\)(.*)$/.exec(input) ?? [];
  return { names: [...names.matchAll(/"([^"]+)"/g)].map(([, name]) => name), params };
}

const ALGORITHMS: Readonly<Record<string, "ecdsa-p256-sha256" | "ecdsa-p384-sha384">> = {
  "P-256": "ecdsa-p256-sha256",
  "P-384": "ecdsa-p384-sha384",
};

/** RFC 9421, by a library of others, with the key that the signature names. */
export async function verified(delivery: Delivery): Promise<boolean> {
  const { method, url } = delivery;
  const headers = { ...delivery.headers };
  const found = await httpbis.verifyMessage(verifierOf(await keysOf(delivery)), {
    method,
    url,
    headers,
  });
  return found === true && headers["content-digest"] === digestOf(delivery.bytes);
}

/**
 * The same of an answer, with the keys of who has answered.
 * @param request what it answers, for a signature that covers that, too
 */
export async function verifiedAnswer(
  { status, headers: fields }: Pick<Response, "status" | "headers">,
  bytes: Buffer,
  keys: readonly Jwk[],
  request: { readonly method: string; readonly url: string } = {
    method: "GET",
    url: "https://x.example",
  },
): Promise<boolean> {
  const headers = Object.fromEntries(fields);
  const called = { ...request, headers: {} };
  const found = await httpbis.verifyMessage(verifierOf(keys), { status, headers }, called);
  return found === true && headers["content-digest"] === digestOf(bytes);
}

function verifierOf(keys: readonly Jwk[]): Parameters<typeof httpbis.verifyMessage>[0] {
  return {
    // The business's clock is its own: a signature may be of another day than ours.
    notAfter: Number.MAX_SAFE_INTEGER,
    tolerance: 1e12,
    keyLookup: async ({ keyid }) => {
      const jwk = keys.find(({ kid }) => kid === keyid);
      if (jwk === undefined) return null;
      const alg = there(ALGORITHMS[jwk.crv], `algorithm of ${jwk.crv}`);
      const key = createPublicKey({ key: { ...jwk }, format: "jwk" });
      return { id: jwk.kid, algs: [alg], verify: createVerifier(key, alg) };
    },
  };
}
