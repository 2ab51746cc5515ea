/** A second RFC 9421 library signs what we verify, and verifies what we sign. */

import { createPrivateKey, createPublicKey } from "node:crypto";
import {
  createSigner,
  generateSigningKey,
  keysOf,
  signRequest,
  signResponse,
  verifyRequest,
  verifyResponse,
  type RequestMessage,
  type SigningKeyPair,
} from "@proto-gen/runtime/signature";
import type { Curve } from "../../../src/runtime/signature/signing-key.js";
import {
  createSigner as createPeerSigner,
  createVerifier as createPeerVerifier,
  httpbis,
} from "http-message-signatures";
import { describe, expect, it } from "vitest";
import {
  AGENT,
  BODY,
  createCheckout,
  dropHeader,
  getCart,
  header,
  refusal,
  withHeaders,
} from "../../support/signed-request.js";

const PEER_ALGORITHM = { "P-256": "ecdsa-p256-sha256", "P-384": "ecdsa-p384-sha384" } as const;

// Targets that a URL leaves as they are: the peer knows no others.
const REQUESTS: readonly (readonly [string, RequestMessage])[] = [
  ["with a body and a query", { ...createCheckout, target: "/checkout-sessions?a=1+2&b=%7E" }],
  ["with a body", { ...createCheckout, target: "/checkout-sessions" }],
  ["without a key", dropHeader(createCheckout, "Idempotency-Key")],
  ["bare", getCart],
  ["at a port", { ...getCart, headers: ["Host", "shop.example:8443"] }],
  ["with ? alone", { ...getCart, target: "/carts?" }],
];
const CASES = REQUESTS.flatMap(([what, request]) =>
  (["P-256", "P-384"] as const).map((curve) => [what, curve, request] as const),
);

function peerMessage({ method, target, headers }: RequestMessage) {
  const url = `https://${header({ headers }, "host")}${target}`;
  return { method, url, headers: record(headers) };
}

function record(headers: readonly string[]): Record<string, string> {
  const names = headers.filter((_, at) => at % 2 === 0);
  return Object.fromEntries(names.map((name, at) => [name, headers[2 * at + 1]!]));
}

function raw(headers: Readonly<Record<string, string | string[]>>): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}

function peerKeys({ publicKey }: SigningKeyPair) {
  const key = createPublicKey({ key: { ...publicKey }, format: "jwk" });
  const verify = createPeerVerifier(key, PEER_ALGORITHM[publicKey.crv]);
  return async ({ keyid }: { readonly keyid?: string }) =>
    keyid === publicKey.kid ? { id: publicKey.kid, verify } : null;
}

function peerSigner({ privateKey }: SigningKeyPair) {
  const key = createPrivateKey({ key: { ...privateKey }, format: "jwk" });
  return createPeerSigner(key, PEER_ALGORITHM[privateKey.crv], privateKey.kid);
}

async function fieldsOf(request: RequestMessage, key: SigningKeyPair): Promise<readonly string[]> {
  const ours = await signRequest(request, await createSigner(key.privateKey), AGENT);
  const input = ours.find(([name]) => name === "signature-input")![1];
  return [...input.matchAll(/"([^"]+)"(?=[ )])/g)].map(([, name]) => name!);
}

describe.each(CASES)("a request %s, %s", (_, curve: Curve, request) => {
  it("is verified by the peer if we sign it", async () => {
    const key = await generateSigningKey({ curve });
    const signer = await createSigner(key.privateKey);
    const sent = withHeaders(request, await signRequest(request, signer, AGENT));
    const config = { keyLookup: peerKeys(key) };
    expect(await httpbis.verifyMessage(config, peerMessage(sent))).toBe(true);
    const other = peerMessage({ ...sent, target: "/other" });
    expect(await httpbis.verifyMessage(config, other)).toBe(false);
  });

  it("is verified by us if the peer signs it", async () => {
    const key = await generateSigningKey({ curve });
    // The peer makes no digests: the test of its own digest is the vectors'.
    const ours = await signRequest(request, await createSigner(key.privateKey), AGENT);
    const digest = ours.filter(([name]) => name === "content-digest");
    const fields = await fieldsOf(request, key);
    const { headers } = await httpbis.signMessage(
      { key: peerSigner(key), name: "sig1", params: ["created", "keyid"], fields: [...fields] },
      peerMessage(withHeaders(request, digest)),
    );
    const received = { ...request, headers: raw(headers) };
    const keys = keysOf({ signing_keys: [key.publicKey] });
    expect((await verifyRequest(received, keys, AGENT)).covered).toEqual(fields);
    const other = verifyRequest({ ...received, target: "/other" }, keys, AGENT);
    expect(await refusal(other)).toBe("signature_invalid");
  });
});

describe("a response", () => {
  const response = { status: 200, headers: ["content-type", "application/json"], body: BODY };

  it("is verified by the peer if we sign it", async () => {
    const key = await generateSigningKey();
    const signature = await signResponse(response, await createSigner(key.privateKey));
    const sent = { status: 200, headers: record(withHeaders(response, signature).headers) };
    const config = { keyLookup: peerKeys(key) };
    expect(await httpbis.verifyMessage(config, sent)).toBe(true);
    expect(await httpbis.verifyMessage(config, { ...sent, status: 201 })).toBe(false);
  });

  it("is verified by us if the peer signs it, with more covered than has to be", async () => {
    const key = await generateSigningKey();
    const ours = await signResponse(response, await createSigner(key.privateKey));
    const digest = ours.filter(([name]) => name === "content-digest");
    const headers = { ...record(withHeaders(response, digest).headers), Date: "today" };
    const fields = ["date", "content-type", "@status", "content-digest"];
    const signed = await httpbis.signMessage(
      { key: peerSigner(key), name: "sig1", params: ["keyid", "expires"], fields },
      { status: 200, headers },
    );
    const keys = keysOf({ signing_keys: [key.publicKey] });
    const received = { ...response, headers: raw(signed.headers) };
    expect((await verifyResponse(received, keys)).covered).toEqual(fields);
    expect(await refusal(verifyResponse({ ...received, status: 201 }, keys))).toBe(
      "signature_invalid",
    );
  });
});
