/**
 * What a business offered, signed (§1.8, RFC 7515 appendix F): over both transports, read by ours and by jose's own
 * verifier; and refused when a byte of it is another.
 */

import { mcp } from "@proto-gen/runtime/client/mcp";
import type { JsonObject } from "@proto-gen/runtime/json";
import { verifyMerchantAuthorization, jwsAuthorizer } from "@proto-gen/runtime/jose";
import { merchantAuthorization } from "@proto-gen/runtime/commerce";
import { BusinessOutcome } from "@proto-gen/runtime/error";
import type { FinishedCall } from "@proto-gen/runtime/server";
import { createSigner, generateSigningKey } from "@proto-gen/runtime/signature";
import canonicalize from "canonicalize";
import {
  decodeProtectedHeader,
  exportJWK,
  FlattenedSign,
  flattenedVerify,
  generateKeyPair,
  importJWK,
  type JWK,
} from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../../generated/client.js";
import { changesOf } from "../../support/changes-of.js";
import { encodedOtherwise } from "../../support/mandates.js";
import {
  ASKS,
  ORDERED,
  openAuthorizingBusiness,
  PLAIN_PLATFORM,
  type AuthorizingBusiness,
} from "../../support/authorizing-business.js";

let business: AuthorizingBusiness;
const kept: object[] = [];

beforeAll(async () => {
  business = await openAuthorizingBusiness({ keep: (body) => void kept.push(body) });
});
afterAll(() => business.close());

const ORDER = { currency: "USD", line_items: ORDERED };
const PAYMENT = {
  payment: { instruments: [{ id: "card_1", handler_id: "tokenizer", type: "card" }] },
};

function authorizationOf(body: object): string {
  const { ap2 } = body as { readonly ap2: { readonly merchant_authorization: string } };
  return ap2.merchant_authorization;
}

/** As someone else reads RFC 7515 appendix F. */
async function readByJose(body: object): Promise<unknown> {
  const [header = "", , signature = ""] = authorizationOf(body).split(".");
  const { ap2: _, ...offered } = body as JsonObject;
  const payload = Buffer.from(canonicalize(offered) ?? "").toString("base64url");
  const jws = { protected: header, payload, signature };
  const key = await importJWK(business.pair.publicKey as JWK, "ES256");
  const { protectedHeader } = await flattenedVerify(jws, key);
  return protectedHeader;
}

function verdictOf(body: object, keys: unknown = business.keys) {
  return verifyMerchantAuthorization(body, authorizationOf(body), keys);
}

const INVALID = { kind: "refused", code: "merchant_authorization_invalid" };

describe.each(ASKS)("over %s", (_, ask) => {
  it("signs every checkout as it is sent, so that two verifiers accept it", async () => {
    const created = await ask(business, "create_checkout", ORDER);
    const answers = [
      created,
      await ask(business, "get_checkout", undefined),
      await ask(business, "update_checkout", ORDER),
      await ask(business, "complete_checkout", { ...PAYMENT, ap2: { checkout_mandate: "a.b.c" } }),
      await ask(business, "cancel_checkout", undefined),
    ];
    for (const { body } of answers) {
      expect(body).toHaveProperty("proto.status", "success");
      expect(await verdictOf(body)).toEqual({ kind: "accepted" });
      expect(await readByJose(body)).toEqual({ alg: "ES256", kid: business.pair.publicKey.kid });
      expect(body["ap2"]).toEqual({ merchant_authorization: authorizationOf(body) });
    }
    expect(answers[3]?.body["status"]).toBe("completed");
  });

  it("sends no ap2 to a platform without the capability (DESIGN §9)", async () => {
    const { body } = await ask(business, "create_checkout", ORDER, { platform: PLAIN_PLATFORM });
    expect(body).toMatchObject({ status: "incomplete" });
    expect(body).not.toHaveProperty("ap2");
  });

  it("answers a duplicate with the body that was signed (§4.8)", async () => {
    const asked = { key: crypto.randomUUID() };
    const first = await ask(business, "create_checkout", ORDER, asked);
    const again = await ask(business, "create_checkout", ORDER, asked);
    expect(again.text).toBe(first.text);
    expect(await verdictOf(again.body)).toEqual({ kind: "accepted" });
  });

  it("hands what was sent to the business to keep", async () => {
    const { body } = await ask(business, "get_checkout", undefined);
    expect(kept.at(-1)).toEqual(body);
  });
});

describe("the generated client", () => {
  it.each([
    ["REST", {}],
    ["MCP", { transport: mcp }],
  ])("gives a checkout over %s that can be verified", async (_, more) => {
    const shop = await createClient({ ...business.clientOptions, ...more });
    const checkout = await shop.createCheckout(ORDER);
    if (checkout instanceof BusinessOutcome) throw new Error("no checkout");
    const authorization = checkout.ap2?.merchant_authorization;
    expect(await verifyMerchantAuthorization(checkout, authorization, business.keys)).toEqual({
      kind: "accepted",
    });
  });
});

describe("verifyMerchantAuthorization", () => {
  let body: JsonObject;
  beforeAll(async () => {
    const [, overRest] = ASKS[0]!;
    ({ body } = await overRest(business, "create_checkout", ORDER));
  });

  it("refuses a checkout without an authorization", async () => {
    expect(await verifyMerchantAuthorization(body, undefined, business.keys)).toMatchObject({
      kind: "refused",
      code: "merchant_authorization_missing",
    });
  });

  it("refuses an authorization with any other character", async () => {
    const authorization = authorizationOf(body);
    for (let at = 0; at < authorization.length; at += 1) {
      const other = authorization[at] === "A" ? "B" : "A";
      const changed = authorization.slice(0, at) + other + authorization.slice(at + 1);
      const verdict = await verifyMerchantAuthorization(body, changed, business.keys);
      expect(verdict, `${at}`).toMatchObject(INVALID);
    }
    expect(authorization.length).toBeGreaterThan(100);
  });

  it("refuses another encoding of the same bytes", async () => {
    const changed = encodedOtherwise(authorizationOf(body));
    expect(await verifyMerchantAuthorization(body, changed, business.keys)).toMatchObject(INVALID);
  });

  it("refuses an authorization with a longer header than anyone needs", async () => {
    const pair = await generateSigningKey({ kid: "k".repeat(4_000) });
    const authorization = await (await jwsAuthorizer(pair.privateKey)).sign(body);
    const verdict = await verifyMerchantAuthorization(body, authorization, [pair.publicKey]);
    expect(verdict).toMatchObject(INVALID);
  });

  it("refuses a checkout with any change of a value, a name, an item or a member", async () => {
    const { ap2, ...offered } = body;
    const changed = [...changesOf(offered)].map((each) => ({ ...(each as object), ap2 }));
    expect(changed.length).toBeGreaterThan(150);
    const authorization = authorizationOf(body);
    for (const each of changed)
      expect(
        await verifyMerchantAuthorization(each, authorization, business.keys),
        JSON.stringify(each),
      ).toMatchObject(INVALID);
  });

  it("accepts a checkout with its members in another order and with more in ap2", async () => {
    const reordered = Object.fromEntries(Object.entries(body).reverse());
    const more = { ...reordered, ap2: { ...(body["ap2"] as object), more: 1 } };
    expect(await verdictOf(more)).toEqual({ kind: "accepted" });
  });

  it.each<[string, () => unknown]>([
    ["no list", () => null],
    ["an empty list", () => []],
    ["another key with this id", async () => [await strangerWith(business.pair.publicKey.kid)]],
    ["the key under another id", () => [{ ...business.pair.publicKey, kid: "other" }]],
    ["the key twice", () => [business.pair.publicKey, business.pair.publicKey]],
    ["the private key", () => [business.pair.privateKey]],
    ["the key for encryption", () => [{ ...business.pair.publicKey, use: "enc" }]],
    ["the key for another algorithm", () => [{ ...business.pair.publicKey, alg: "ES384" }]],
    [
      "the key on another curve",
      () => [{ ...business.pair.publicKey, crv: "P-384", alg: "ES384" }],
    ],
    ["a point that is on no curve", () => [{ ...business.pair.publicKey, y: "A".repeat(43) }]],
    ["a secret", () => [{ kty: "oct", k: "c2VjcmV0", kid: business.pair.publicKey.kid }]],
    ["nonsense", () => [null, 1, "key", { kid: business.pair.publicKey.kid }]],
  ])("refuses an authorization with %s as keys", async (_, keys) => {
    expect(await verdictOf(body, await keys())).toMatchObject(INVALID);
  });

  it.each<[string, unknown]>([
    ["null", null],
    ["a number", 1],
    ["nothing", ""],
    ["only dots", ".."],
    ["a whole JWS", "eyJhbGciOiJFUzI1NiJ9.e30.c2ln"],
    ["four parts", "a..b..c"],
    ["a megabyte", "A".repeat(1_000_000)],
    ["a header that is no JSON", "AAAA..AAAA"],
    ["a header that is a list", `${encoded([])}..AAAA`],
  ])("refuses an authorization that is %s", async (_, authorization) => {
    expect(await verifyMerchantAuthorization(body, authorization, business.keys)).toMatchObject(
      INVALID,
    );
  });

  it.each<[string, object]>([
    ["none", { alg: "none" }],
    ["symmetric", { alg: "HS256" }],
    ["the header's own key", { jwk: "own" }],
    ["what readers must understand", { crit: ["b64"], b64: false }],
    ["no key", { kid: undefined }],
  ])("refuses an authorization whose header says %s", async (_, more) => {
    const { kid } = business.pair.publicKey;
    const stranger = await generateSigningKey({ kid });
    const header = { alg: "ES256", kid, ...more };
    const own = "jwk" in header ? { ...header, jwk: stranger.publicKey } : header;
    const signer = await createSigner(
      "jwk" in header ? stranger.privateKey : business.pair.privateKey,
    );
    const { ap2: _ap2, ...offered } = body;
    const payload = Buffer.from(canonicalize(offered) ?? "").toString("base64url");
    const signature = await signer.sign(new TextEncoder().encode(`${encoded(own)}.${payload}`));
    const authorization = `${encoded(own)}..${Buffer.from(signature).toString("base64url")}`;
    expect(await verifyMerchantAuthorization(body, authorization, business.keys)).toMatchObject(
      INVALID,
    );
  });

  it.each<[string, unknown]>([
    ["no object", "checkout"],
    ["nothing", null],
    ["a list", []],
    ["not JSON", { total: Number.NaN }],
    ["a cycle", cycle()],
  ])("refuses a checkout that is %s", async (_, checkout) => {
    const authorization = authorizationOf(body);
    expect(await verifyMerchantAuthorization(checkout, authorization, business.keys)).toMatchObject(
      INVALID,
    );
  });
});

describe("the finisher", () => {
  const call = {} as FinishedCall;

  it("sends no mandate back that a handler has left there", async () => {
    const given: object[] = [];
    const sign = (checkout: object) => {
      given.push(checkout);
      return Promise.resolve("signed");
    };
    const finisher = merchantAuthorization({ sign });
    const body = { id: "c", ap2: { checkout_mandate: "secret" } };
    expect(await finisher(body, call)).toEqual({
      id: "c",
      ap2: { merchant_authorization: "signed" },
    });
    expect(given).toEqual([{ id: "c" }]);
    expect(body).toEqual({ id: "c", ap2: { checkout_mandate: "secret" } });
  });

  it("sends what was signed, whatever the handler does meanwhile", async () => {
    const body = { id: "c", totals: [{ type: "total", amount: 1 }], at: new Date(0) };
    const sign = () => {
      body.totals[0]!.amount = 2;
      return Promise.resolve("signed");
    };
    expect(await merchantAuthorization(() => ({ sign }))(body, call)).toMatchObject({
      totals: [{ amount: 1 }],
      at: "1970-01-01T00:00:00.000Z",
    });
  });
});

describe("a signer", () => {
  it.each(["P-256", "P-384"] as const)("signs on %s, in process or in a vault", async (curve) => {
    const { publicKey, privateKey } = await generateSigningKey({ curve });
    const checkout = { id: "c", totals: [], ap2: { more: 1 } };
    for (const key of [privateKey, await createSigner(privateKey)]) {
      const authorization = await (await jwsAuthorizer(key)).sign(checkout);
      expect(decodeProtectedHeader(authorization)).toEqual({
        alg: publicKey.alg,
        kid: publicKey.kid,
      });
      expect(await verifyMerchantAuthorization(checkout, authorization, [publicKey])).toEqual({
        kind: "accepted",
      });
    }
  });

  it("may be of another library, on P-521 too", async () => {
    for (const alg of ["ES256", "ES384", "ES512"]) {
      const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
      const checkout = { id: "c", totals: [{ type: "total", amount: 100 }] };
      const jws = await new FlattenedSign(new TextEncoder().encode(canonicalize(checkout)))
        .setProtectedHeader({ alg, kid: "k" })
        .sign(privateKey);
      const keys = [{ ...(await exportJWK(publicKey)), kid: "k" }];
      const authorization = `${jws.protected}..${jws.signature}`;
      expect(await verifyMerchantAuthorization(checkout, authorization, keys)).toEqual({
        kind: "accepted",
      });
    }
  });

  it("does not sign what it could not be held to", async () => {
    const { privateKey } = await generateSigningKey();
    const { sign } = await jwsAuthorizer(privateKey);
    await expect(sign({ title: "\ud800" })).rejects.toThrow();
  });
});

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function cycle(): object {
  const own: Record<string, unknown> = {};
  own["own"] = own;
  return own;
}

async function strangerWith(kid: string): Promise<object> {
  return (await generateSigningKey({ kid })).publicKey;
}
