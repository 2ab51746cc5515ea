/** Checkout mandates (§1.8, RFC 7515, RFC 9901): what is accepted, and each reason why one is not. */

import { ERROR_CODES, ProtocolError } from "@proto-gen/runtime/error";
import type { JsonObject } from "@proto-gen/runtime/json";
import { mandateProblem, refused } from "@proto-gen/runtime/commerce";
import type { MandateCode } from "../../../src/runtime/commerce/mandate/mandates.js";
import { jwsMandateVerifier, platformKeys } from "@proto-gen/runtime/jose";
import type { JwsMandateVerifierOptions } from "../../../src/runtime/jose/jws-mandate-verifier.js";
import { approvedPlatforms } from "@proto-gen/runtime/server";
import { createSigner } from "@proto-gen/runtime/signature";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import {
  AUDIENCE,
  authorized,
  claimsOf,
  createWorld,
  digest,
  disclosure,
  encodedOtherwise,
  NONCE,
  NOW,
  OFFERED,
  plainMandate,
  PLATFORM,
  sdByHand,
  sdMandate,
  SECONDS,
  signed,
  type World,
} from "../../support/mandates.js";

let world: World;
beforeAll(async () => void (world = await createWorld()));

type Options = Partial<JwsMandateVerifierOptions>;

function verifierWith(options: Options = {}) {
  return jwsMandateVerifier({
    keysFor: () => [world.platform.publicKey],
    signingKeys: [world.business.publicKey],
    audience: AUDIENCE,
    ...options,
  });
}

function verdictOf(mandate: unknown, options: Options = {}, more: object = {}) {
  const context = { checkout: world.checkout, platform: PLATFORM, now: NOW, nonce: NONCE, ...more };
  return verifierWith(options).verify(mandate, context);
}

const ACCEPTED = { kind: "accepted" };

async function expectRefused(code: MandateCode, verdict: ReturnType<typeof verdictOf>) {
  expect(await verdict).toEqual({ kind: "refused", code, content: expect.any(String) as string });
}

describe("a valid mandate", () => {
  it("is accepted as a compact JWS with the checkout of the last response", async () => {
    expect(await verdictOf(await plainMandate(world))).toEqual(ACCEPTED);
  });

  it.each(["sha-256", "sha-384", "sha-512"] as const)(
    "is accepted as an SD-JWT with key binding and digests of %s",
    async (hash) => {
      expect(await verdictOf(await sdMandate(world, { hash }))).toEqual(ACCEPTED);
    },
  );

  it.each<[string, object]>([
    ["nothing is withheld", {}],
    ["members of the checkout are", { checkout: { _sd: ["id", "totals", "ap2"] } }],
    ["items of lists are", { checkout: { line_items: { _sd: [0] } } }],
    ["one is in another", { _sd: ["checkout"], checkout: { _sd: ["totals"] } }],
  ])("is accepted as an SD-JWT where %s", async (_, frame) => {
    expect(await verdictOf(await sdMandate(world, { frame: frame as never }))).toEqual(ACCEPTED);
  });

  it.each(["ES256", "ES384", "ES512"])("is accepted with a key for %s", async (alg) => {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    const mandate = await new SignJWT(claimsOf(world))
      .setProtectedHeader({ alg, kid: "k" })
      .sign(privateKey);
    const keys = [{ ...(await exportJWK(publicKey)), kid: "k" }];
    expect(await verdictOf(mandate, { keysFor: () => Promise.resolve(keys) })).toEqual(ACCEPTED);
  });

  it("is accepted with members in any order, and with the checkout in a configured claim", async () => {
    const { checkout: _, ...rest } = claimsOf(world);
    const offer = Object.fromEntries(Object.entries(world.checkout).reverse());
    const mandate = await signed({ ...rest, offer }, { by: world.platform });
    expect(await verdictOf(mandate, { claim: "offer" })).toEqual(ACCEPTED);
  });

  it("is accepted if it is bound to the platform's own key", async () => {
    expect(await verdictOf(await boundToPlatform())).toEqual(ACCEPTED);
  });

  it("is accepted against the business's own checkout, without what the server adds to it", async () => {
    const { proto: _proto, ap2: _ap2, ...resource } = world.checkout;
    const checkout = { ...resource, buyer: undefined };
    expect(await verdictOf(await plainMandate(world), {}, { checkout })).toEqual(ACCEPTED);
  });

  it("is accepted for as long as the clocks may differ", async () => {
    const late = await plainMandate(world, { exp: SECONDS - 4, iat: SECONDS + 4 });
    expect(await verdictOf(late)).toEqual(ACCEPTED);
    await expectRefused("mandate_expired", verdictOf(late, { clockToleranceSeconds: 0 }));
  });
});

/** One change of what would be accepted, and what is said of it. */
type Refused = readonly [MandateCode, string, () => unknown, object?, Options?];
const REFUSALS: readonly Refused[] = [
  ["mandate_required", "there is none", () => undefined],
  ["mandate_required", "there is null", () => null],
  ["mandate_required", "there is nothing in it", () => ""],

  ["agent_missing_key", "the platform has no keys", () => plainMandate(world), {}, keysAre(null)],
  ["agent_missing_key", "it has other keys", () => plainMandate(world), {}, keysAre([])],
  [
    "agent_missing_key",
    "it has two keys of this name",
    () => plainMandate(world),
    {},
    { keysFor: () => [world.platform.publicKey, world.stranger.publicKey].map(named) },
  ],
  [
    "agent_missing_key",
    "its key is for encryption",
    () => plainMandate(world),
    {},
    { keysFor: () => [{ ...world.platform.publicKey, use: "enc" }] },
  ],
  [
    "agent_missing_key",
    "its key may not verify",
    () => plainMandate(world),
    {},
    { keysFor: () => [{ ...world.platform.publicKey, key_ops: ["sign"] }] },
  ],
  [
    "agent_missing_key",
    "the operations of its key are no list",
    () => plainMandate(world),
    {},
    { keysFor: () => [{ ...world.platform.publicKey, key_ops: "verify" }] },
  ],
  [
    "agent_missing_key",
    "its key is a secret",
    () => plainMandate(world),
    {},
    keysAre([{ kty: "oct", k: "c2VjcmV0", kid: "platform-1" }]),
  ],

  ...[{ use: "enc" }, { key_ops: [] }, { key_ops: ["sign"] }].map((more): Refused => [
    "mandate_invalid_signature",
    `its holder's key may not verify: ${JSON.stringify(more)}`,
    () => sdMandate(world, { claims: { cnf: { jwk: { ...world.holder.publicKey, ...more } } } }),
  ]),
  [
    "merchant_authorization_invalid",
    "the business's own key may not verify",
    () => plainMandate(world),
    {},
    { signingKeys: () => [{ ...world.business.publicKey, key_ops: ["sign"] }] },
  ],
  ["mandate_invalid_signature", "it is no text", () => 1],
  ["mandate_invalid_signature", "it is no token", () => "mandate"],
  ["mandate_invalid_signature", "it is a megabyte", () => "A".repeat(1_000_000)],
  ["mandate_invalid_signature", "it is all tildes", () => "~".repeat(10_000)],
  ["mandate_invalid_signature", "it is a list", () => ["a.b.c"]],
  ["mandate_invalid_signature", "a stranger signed it", () => byStranger({})],
  [
    "mandate_invalid_signature",
    "it brings its own key",
    () => byStranger({ jwk: world.stranger.publicKey }),
  ],
  ["mandate_invalid_signature", "it names no key", () => byPlatform({ kid: undefined })],
  [
    "mandate_invalid_signature",
    "it has four parts",
    async () => `${await plainMandate(world)}.e30`,
  ],
  ["mandate_invalid_signature", "nobody signed it", () => unsigned()],
  ["mandate_invalid_signature", "it is signed with a secret", () => confused()],
  ["mandate_invalid_signature", "it does not end", () => plainMandate(world, { exp: undefined })],
  ["mandate_invalid_signature", "its end is no time", () => plainMandate(world, { exp: "late" })],
  [
    "mandate_invalid_signature",
    "it has no time, and there is an age limit",
    () => plainMandate(world, { iat: undefined }),
    {},
    { maxAge: 60 },
  ],
  [
    "mandate_invalid_signature",
    "a reader must understand more (RFC 7515 §4.1.11)",
    () => byPlatform({ crit: ["b64"], b64: true }),
  ],
  ["mandate_invalid_signature", "it has a member twice", () => twoReaders()],
  [
    "mandate_invalid_signature",
    "its signature is in another encoding",
    async () => encodedOtherwise(await plainMandate(world)),
  ],
  [
    "mandate_invalid_signature",
    "its binding's signature is in another encoding",
    async () => encodedOtherwise(await boundToPlatform()),
  ],
  [
    "mandate_invalid_signature",
    "it is longer than any",
    () => plainMandate(world, { more: "A".repeat(500_000) }),
  ],
  [
    "mandate_invalid_signature",
    "it is a bound one without its binding",
    () => plainMandate(world, { cnf: { jwk: world.holder.publicKey } }),
  ],

  ["mandate_expired", "its end has come", () => plainMandate(world, { exp: SECONDS - 6 })],
  ["mandate_expired", "its time has not come", () => plainMandate(world, { nbf: SECONDS + 60 })],
  ["mandate_expired", "it is from the future", () => plainMandate(world, { iat: SECONDS + 60 })],
  ["mandate_expired", "it is too old", () => plainMandate(world), {}, { maxAge: 2 }],
  [
    "mandate_expired",
    "its binding is too old",
    () => sdMandate(world, { binding: { iat: SECONDS - 100 } }),
    {},
    { maxAge: 60 },
  ],
  [
    "mandate_expired",
    "its binding is from the future",
    () => sdMandate(world, { binding: { iat: SECONDS + 60 } }),
  ],

  [
    "mandate_scope_mismatch",
    "it is for another business",
    () => plainMandate(world, { aud: "https://other.example" }),
  ],
  ["mandate_scope_mismatch", "it is for nobody", () => plainMandate(world, { aud: undefined })],
  [
    "mandate_scope_mismatch",
    "its binding is for another business",
    () => sdMandate(world, { binding: { aud: "https://other.example" } }),
  ],
  [
    "mandate_scope_mismatch",
    "its binding has another nonce",
    () => sdMandate(world, { binding: { nonce: "other" } }),
  ],
  [
    "mandate_scope_mismatch",
    "it has no checkout",
    () => plainMandate(world, { checkout: undefined }),
  ],
  ["mandate_scope_mismatch", "it has a list of them", () => plainMandate(world, { checkout: [] })],
  [
    "mandate_scope_mismatch",
    "it withholds the checkout",
    async () => {
      const withheld = disclosure("salt", "checkout", world.checkout);
      return sdByHand(world, { _sd: [digest(withheld)] }, []);
    },
  ],
  [
    "mandate_scope_mismatch",
    "it is for another checkout of this business",
    () => mandateFor({ ...OFFERED, id: "checkout_2" }),
  ],
  [
    "mandate_scope_mismatch",
    "it is for what the checkout was before",
    () => mandateFor({ ...OFFERED, totals: [{ type: "total", amount: 100 }] }),
  ],
  [
    "mandate_scope_mismatch",
    "it is for the same checkout, authorized at another time",
    () => mandateFor(OFFERED),
  ],
  [
    "mandate_scope_mismatch",
    "it has a member more than the checkout, without a name",
    () => mandateFor({ ...OFFERED, "": 1 }),
    { platform: { profile: PLATFORM.profile }, checkout: OFFERED },
  ],
  [
    "mandate_scope_mismatch",
    "it has another envelope than the one that was kept",
    () => mandateFor({ ...OFFERED, proto: { version: "2026-11-27" } }),
    { checkout: OFFERED },
  ],
  [
    "mandate_scope_mismatch",
    "the checkout is no longer what it was",
    () => plainMandate(world),
    { checkout: { ...OFFERED, status: "completed" } },
  ],

  [
    "merchant_authorization_missing",
    "its checkout is not authorized",
    () => plainMandate(world, { checkout: OFFERED }),
  ],
  [
    "merchant_authorization_missing",
    "its checkout has an ap2 that is none",
    () => plainMandate(world, { checkout: { ...OFFERED, ap2: "ap2" } }),
  ],
  [
    "merchant_authorization_invalid",
    "a stranger authorized its checkout",
    async () => plainMandate(world, { checkout: await authorized(OFFERED, world.stranger) }),
  ],
  [
    "merchant_authorization_invalid",
    "the total is not what was authorized",
    () =>
      plainMandate(world, {
        checkout: { ...world.checkout, totals: [{ type: "total", amount: 1 }] },
      }),
  ],
  [
    "merchant_authorization_invalid",
    "the business has taken its key back",
    () => plainMandate(world),
    {},
    { signingKeys: () => [] },
  ],
];

describe("an invalid mandate", () => {
  for (const [code, what, mandate, more, options] of REFUSALS)
    it(`is refused with ${code}: ${what}`, async () => {
      await expectRefused(code, verdictOf(await mandate(), options, more));
    });

  it("has a case for every code of a refusal", () => {
    const codes = new Set(REFUSALS.map(([code]) => code));
    expect([...codes].sort()).toEqual([...SEVERITIES.keys()].sort());
  });

  it("is refused without a word of what is in it", async () => {
    const mandate = await plainMandate(world, { sub: "buyer-1", exp: SECONDS - 60 });
    const said = JSON.stringify(await verdictOf(mandate));
    for (const part of [...mandate.split("."), "buyer-1"]) expect(said).not.toContain(part);
  });
});

describe.each([
  ["a compact JWS", () => plainMandate(world)],
  ["an SD-JWT", () => sdMandate(world)],
])("%s that was changed", (_, make) => {
  it("is refused with any other character, and nothing is thrown", async () => {
    const mandate = await make();
    const step = Math.max(1, Math.floor(mandate.length / 250));
    let count = 0;
    for (let at = 0; at < mandate.length; at += step) {
      const other = mandate[at] === "A" ? "B" : "A";
      const changed = mandate.slice(0, at) + other + mandate.slice(at + 1);
      expect((await verdictOf(changed)).kind, `at ${at}`).toBe("refused");
      count += 1;
    }
    expect(count).toBeGreaterThanOrEqual(200);
  });

  it("is refused wherever it is cut off, and with a character more", async () => {
    const mandate = await make();
    const step = Math.max(1, Math.floor(mandate.length / 250));
    for (let end = 0; end < mandate.length; end += step)
      expect((await verdictOf(mandate.slice(0, end))).kind, `to ${end}`).toBe("refused");
    expect((await verdictOf(`${mandate}A`)).kind).toBe("refused");
  });
});

describe("the keys of a platform", () => {
  const call = { keyId: "platform-1", issuer: undefined, signal: new AbortController().signal };

  it("are those of its profile", async () => {
    const profile = { signing_keys: [world.platform.publicKey] };
    const keysFor = platformKeys(approvedPlatforms({ [PLATFORM.profile]: profile }));
    expect(await verdictOf(await plainMandate(world), { keysFor })).toEqual(ACCEPTED);
  });

  it("are looked for once more where one is not there (§5.4)", async () => {
    const profiles = [{ signing_keys: [] }, { signing_keys: [world.platform.publicKey] }];
    const next = (url: string) =>
      Promise.resolve({ url, identity: "", profile: profiles.shift() ?? {} });
    const keys = platformKeys({ get: next, refresh: next });
    expect(await keys({ ...call, platform: PLATFORM })).toEqual([world.platform.publicKey]);
  });

  it("throw an error if they cannot be fetched, which is no refusal", async () => {
    const keysFor = platformKeys(approvedPlatforms({}));
    await expect(verdictOf(await plainMandate(world), { keysFor })).rejects.toThrow(ProtocolError);
    expect(ERROR_CODES.profile_not_trusted.status).toBe(403);
  });

  it("are asked for by the issuer that the mandate names, before it is believed", async () => {
    const asked: unknown[] = [];
    const mandate = await plainMandate(world, { iss: "https://bank.example" });
    const keysFor: Options["keysFor"] = (signer) => {
      asked.push(signer);
      return [world.platform.publicKey];
    };
    expect(await verdictOf(mandate, { keysFor })).toEqual(ACCEPTED);
    expect(asked).toMatchObject([
      { platform: PLATFORM, keyId: "platform-1", issuer: "https://bank.example" },
    ]);
  });
});

const SEVERITIES = new Map<MandateCode, string>([
  ["mandate_required", "requires_buyer_review"],
  ["agent_missing_key", "requires_buyer_review"],
  ["mandate_invalid_signature", "recoverable"],
  ["mandate_expired", "recoverable"],
  ["mandate_scope_mismatch", "recoverable"],
  ["merchant_authorization_invalid", "recoverable"],
  ["merchant_authorization_missing", "recoverable"],
]);

describe("mandateProblem", () => {
  it.each([...SEVERITIES])("reports %s as %s (§3.2)", (code, severity) => {
    expect(mandateProblem(refused(code, "Why."))).toEqual({
      type: "error",
      code,
      content: "Why.",
      severity,
      path: "$.ap2.checkout_mandate",
    });
  });

  it("reports nothing for a mandate that is accepted", () => {
    expect(mandateProblem({ kind: "accepted" })).toBeUndefined();
  });
});

it.each([[""], [[]], [["", "a"]]])(
  "throws a TypeError for the audience %j, which does not stand for everyone",
  (audience) => {
    expect(() => verifierWith({ audience })).toThrow(TypeError);
  },
);

it.each([
  { clockToleranceSeconds: Number.NaN },
  { clockToleranceSeconds: -1 },
  { maxAge: Infinity },
])("throws a TypeError for %j, with which every time would be right", (options) => {
  expect(() => verifierWith(options)).toThrow(TypeError);
});

it("throws a TypeError instead of a verdict if the time is NaN", async () => {
  const late = await plainMandate(world, { exp: 1 });
  await expect(verdictOf(late, {}, { now: Number.NaN })).rejects.toThrow(TypeError);
});

function keysAre(keys: unknown): Options {
  return { keysFor: () => keys };
}

function named(key: object): object {
  return { ...key, kid: "platform-1" };
}

function byPlatform(header: object): Promise<string> {
  return tokenOf({ alg: "ES256", kid: "platform-1", ...header }, JSON.stringify(claimsOf(world)));
}

/** Signed by the platform, whatever it says: a library would not sign all of it. */
async function tokenOf(header: object, payload: string): Promise<string> {
  const signer = await createSigner(world.platform.privateKey);
  const start = `${encoded(header)}.${Buffer.from(payload).toString("base64url")}`;
  const signature = await signer.sign(new TextEncoder().encode(start));
  return `${start}.${Buffer.from(signature).toString("base64url")}`;
}

function byStranger(header: object): Promise<string> {
  return plainMandate(world, {}, { by: world.stranger, header: { kid: "platform-1", ...header } });
}

function unsigned(): string {
  return `${encoded({ alg: "none", kid: "platform-1" })}.${encoded(claimsOf(world))}.`;
}

/** HMAC with the public key as its secret: what a verifier that believes `alg` falls for. */
function confused(): Promise<string> {
  const secret = new TextEncoder().encode(JSON.stringify(world.platform.publicKey).padEnd(64));
  return new SignJWT(claimsOf(world))
    .setProtectedHeader({ alg: "HS256", kid: "platform-1" })
    .sign(secret);
}

/** Of which two readers would find two checkouts. */
function twoReaders(): Promise<string> {
  const text = `{"checkout":{},${JSON.stringify(claimsOf(world)).slice(1)}`;
  return tokenOf({ alg: "ES256", kid: "platform-1" }, text);
}

/** On P-256, whose signatures do not fill their last character. */
function boundToPlatform(): Promise<string> {
  const cnf = { jwk: world.platform.publicKey };
  return sdByHand(world, { checkout: world.checkout, cnf }, [], { by: world.platform });
}

async function mandateFor(offered: JsonObject): Promise<string> {
  return plainMandate(world, { checkout: await authorized(offered, world.business) });
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
