/**
 * What the error of a refused signature says (§5.4): its content names the part that is wrong, so that the
 * signer can tell one cause of `signature_invalid` from another.
 */

import {
  createSigner,
  keysOf,
  signRequest,
  signResponse,
  verifyResponse,
  type RequestMessage,
  type ResponseMessage,
  revokeKey,
  rotateKey,
} from "@proto-gen/runtime/signature";
import { importPublicKey } from "../../../src/runtime/signature/verification-keys.js";
import { describe, expect, it } from "vitest";
import {
  AGENT,
  clock,
  createCheckout,
  dropHeader,
  getCart,
  header,
  NOW,
  pair,
  profile,
  setHeader,
  signed,
  signedOtherwise,
  signer,
  verified,
  withHeaders,
} from "../../support/signed-request.js";

const { publicKey, privateKey } = pair;

/** The content of a protocol error, or the message of another. */
async function saidBy(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    return (error as { readonly content?: string }).content ?? (error as Error).message;
  }
  return "";
}

describe("the error of a refused message", () => {
  it.each([
    ["the label that is missing", /sig1=/, "sig2=", /no signature sig1/],
    ["keyid, where there is none", /;keyid="[^"]*"/, "", /no keyid/],
    ["keyid, where it is a token", /keyid="[^"]*"/, "keyid=platform", /keyid.*string/],
    ["alg", /$/, ';alg="ecdsa-p256-sha256"', /alg/],
    ["created, where it is a decimal", /created=\d+/, "created=1.5", /created.*integer/],
    ["expires, where it is a string", /$/, ';expires="1"', /expires.*integer/],
    ["the list of components, where it is an item", /\(.*\)/, "1", /list components/],
    ["the case of a component", /"@method"/, '"@METHOD"', /lower case/],
    ["the case of a component's first letter", /"@method"/, '"@Method"', /lower case/],
    ["the quote in a component", /"@method"/, '"a\\"method"', /lower case/],
    [
      "the component that has parameters",
      /"@path"/,
      '"@path";req',
      /@path must not have parameters/,
    ],
    ["the component that is there twice", /"@method"/, '"@method" "@method"', /repeat a component/],
    ["the first component that is not covered", /\(.*\)/, "()", /does not cover @method/],
    ["the field that is too long", /$/, `;tag="${"x".repeat(5_000)}"`, /Signature-Input.*long/],
    ["the field that is no dictionary", /^/, "=", /Signature-Input.*RFC 8941/],
    ["the field with a repeated key", /$/, ", sig1=()", /Signature-Input repeats a key/],
  ])("names %s", async (_, from, to, said) => {
    const request = await signed(createCheckout);
    const input = header(request, "signature-input").replace(from, to);
    expect(await saidBy(() => verified(setHeader(request, "signature-input", input)))).toMatch(
      said,
    );
  });

  it("names the covered component that the message does not have", async () => {
    const names = (all: readonly string[]) => [...all, '"x-other"'];
    const request = await signedOtherwise(createCheckout, { names });
    expect(await saidBy(() => verified(request))).toMatch(/lacks the component x-other/);
  });

  it.each([
    ["Signature", /no field signature\b/],
    ["Signature-Input", /no field signature-input/],
    ["Content-Digest", /no field content-digest.*cover/],
    ["Host", /names no host/],
  ])("names the field %s if it is missing", async (name, said) => {
    const request = dropHeader(await signed(createCheckout), name);
    expect(await saidBy(() => verified(request))).toMatch(said);
  });

  it("names the field that is repeated", async () => {
    const request = withHeaders(await signed(createCheckout), [["Host", "shop.example"]]);
    expect(await saidBy(() => verified(request))).toMatch(/field host must not be repeated/);
  });

  it("names the field that has a line end (RFC 9421 §7.5.6)", async () => {
    const request = setHeader(await signed(createCheckout), "Idempotency-Key", "a\nb");
    expect(await saidBy(() => verified(request))).toMatch(/field idempotency-key.*ASCII/);
  });

  it.each([
    ["no dictionary", "=", /Signature is not a dictionary/],
    ["a string", 'sig1="AA=="', /Signature must have a byte sequence/],
    ["base64 without its padding", "sig1=:AA:", /Signature.*canonical/],
  ])("names Signature if it is %s", async (_, value, said) => {
    const request = setHeader(await signed(createCheckout), "signature", value);
    expect(await saidBy(() => verified(request))).toMatch(said);
  });

  it.each([
    ["of another algorithm", "sha-512=:AAAA:", /include sha-256/],
    ["that is a string", 'sha-256="AAAA"', /Content-Digest must have a byte sequence/],
    ["that is no dictionary", "=", /Content-Digest is not a dictionary/],
  ])("names Content-Digest if there is one %s", async (_, value, said) => {
    const request = setHeader(await signed(createCheckout), "content-digest", value);
    expect(await saidBy(() => verified(request))).toMatch(said);
  });

  it.each([
    ["the future", -61, {}, /future/],
    ["its age", 161, { maxAge: 100 }, /too old/],
    ["its end", 361, {}, /expired/],
  ])("names %s for a signature outside its time", async (_, seconds, options, said) => {
    const request = await signed(createCheckout, { expiresIn: 300 });
    const late = { clock: () => (NOW + seconds) * 1_000, ...options };
    expect(await saidBy(() => verified(request, late))).toMatch(said);
  });

  it.each<[string, Partial<RequestMessage>, RegExp]>([
    ["the method, where it has a line end", { method: "GET\nX" }, /method/],
    ["the target, where it has a space", { target: "/a b" }, /request target is invalid/],
    ["the target, where it is no path", { target: "*" }, /target must be a path/],
    ["the host, where it has a path", { authority: "shop.example/a" }, /host is invalid/],
  ])("names %s", async (_, change, said) => {
    const request = { ...(await signed(getCart)), ...change };
    expect(await saidBy(() => verified(request))).toMatch(said);
  });

  it("names the status of a response that has no valid one", async () => {
    const response: ResponseMessage = { status: 99, headers: [], body: null };
    expect(await saidBy(() => verifyResponse(response, keysOf(profile)))).toMatch(/status/);
  });
});

describe("the error of a published key that cannot be used", () => {
  it.each<[string, unknown, RegExp]>([
    ["that it is no object", null, /not an object/],
    ["that it has a private member", privateKey, /private member/],
    ["which curves there are", { ...publicKey, crv: "P-521" }, /P-256 or P-384/],
    ["which alg it should have", { ...publicKey, alg: "ES384" }, /ES256/],
    ["that it is not for signatures", { ...publicKey, use: "enc" }, /use or key_ops forbids it/],
    ["that it lacks a coordinate", { ...publicKey, y: undefined }, /coordinate/],
    ["how wide a coordinate is", { ...publicKey, x: "AAAA" }, /32 bytes in base64url/],
    [
      "that it is not on its curve",
      { ...publicKey, x: publicKey.y, y: publicKey.x },
      /not on its curve/,
    ],
  ])("says %s", async (_, jwk, said) => {
    expect(await saidBy(() => importPublicKey(jwk))).toMatch(said);
  });

  it("says that several have its id", async () => {
    const keys = keysOf({ signing_keys: [publicKey, publicKey] });
    expect(await saidBy(() => keys.keyFor(publicKey.kid))).toMatch(/several keys/);
  });
});

describe("the error of a message that cannot be signed", () => {
  it("says which field is there already", async () => {
    const request = withHeaders(createCheckout, [["Content-Digest", "sha-256=:AA==:"]]);
    const sign = () => signRequest(request, signer, { ...AGENT, clock });
    expect(await saidBy(sign)).toMatch(/already has a field content-digest/);
  });

  it("says how many bytes the signer gave, and how many it has to give", async () => {
    const der = { ...signer, sign: async () => new Uint8Array(71) };
    const response: ResponseMessage = { status: 204, headers: [], body: null };
    expect(await saidBy(() => signResponse(response, der))).toMatch(/71 bytes.*64.*P-256/);
  });
});

describe("the error of a signing key that cannot be used", () => {
  it.each<[string, object, RegExp]>([
    ["that it has no kid", { ...privateKey, kid: "" }, /needs a kid/],
    ["that its kid is no string", { ...privateKey, kid: 7 }, /needs a kid/],
    ["how wide d is", { ...privateKey, d: "AAAA" }, /d must be 32 bytes/],
    ["that it is not on its curve", { ...privateKey, x: publicKey.y }, /not on its curve/],
  ])("says %s", async (_, jwk, said) => {
    expect(await saidBy(() => createSigner(jwk as typeof privateKey))).toMatch(said);
  });
});

describe("the error of a key that cannot be added to a profile (§5.4)", () => {
  const now = new Date(NOW * 1_000);

  it.each<[string, object, RegExp]>([
    ["that it has no kid", { ...publicKey, kid: "" }, /needs a kid/],
    ["that its kid is no string", { ...publicKey, kid: 7 }, /needs a kid/],
    ["which id was used", { ...publicKey }, /already has a key platform-2026-11/],
    ["that its numbers were used", { ...publicKey, kid: "new" }, /another kid/],
  ])("says %s", async (_, key, said) => {
    const added = key as typeof publicKey;
    expect(await saidBy(() => rotateKey(profile, { key: added, now }))).toMatch(said);
    expect(await saidBy(() => revokeKey(profile, "other", added))).toMatch(said);
  });

  it("says how many days an old key stays", async () => {
    const rotate = () => rotateKey({}, { key: publicKey, now, graceDays: 6 });
    expect(await saidBy(rotate)).toMatch(/at least 7/);
  });
});
