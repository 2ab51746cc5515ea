/** Access tokens that are JWTs (§5.2, RFC 9068, RFC 8725), against real keys. */

import { jwtBearer } from "@proto-gen/runtime/jose";
import type { JwtBearerOptions } from "../../../src/runtime/jose/jwt-bearer.js";
import type { CallContext, LogEntry } from "@proto-gen/runtime/server";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWK, type JWTPayload } from "jose";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TRANSPORTS, type Said } from "../../support/authenticated-call.js";
import { sampleServer } from "../../support/sample-business.js";

const ISSUER = "https://issuer.example";
const AUDIENCE = "https://business.example.com";
const NOW = Math.floor(Date.now() / 1_000);
const CLAIMS: JWTPayload = {
  iss: ISSUER,
  aud: AUDIENCE,
  sub: "buyer-1",
  client_id: "agent",
  scope: "checkout cart",
  iat: NOW,
  exp: NOW + 300,
};

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

let own: Pair;
let foreign: Pair;
let jwk: JWK;
let created: CallContext[];
let entries: LogEntry[];

beforeAll(async () => {
  [own, foreign] = await Promise.all([
    generateKeyPair("ES256", { extractable: true }),
    generateKeyPair("ES256", { extractable: true }),
  ]);
  jwk = { ...(await exportJWK(own.publicKey)), kid: "k1", alg: "ES256" };
});

beforeEach(() => {
  created = [];
  entries = [];
});

function tokenOf(claims: JWTPayload = CLAIMS, header: object = {}, key = own.privateKey) {
  return new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "k1", ...header }).sign(key);
}

function optionsOf(more: Partial<JwtBearerOptions> = {}): JwtBearerOptions {
  return { issuer: ISSUER, audience: AUDIENCE, jwks: { keys: [jwk] }, ...more };
}

const [[, overRest], [, overMcp]] = TRANSPORTS as [(typeof TRANSPORTS)[0], (typeof TRANSPORTS)[0]];

async function said(token: string, more?: Partial<JwtBearerOptions>, call = overRest) {
  const authentication = jwtBearer(optionsOf(more));
  const server = sampleServer({ created, entries }, {}, { authentication });
  return call(server, { headers: { Authorization: `Bearer ${token}` } });
}

function expectRefused(answer: Said, token: string): void {
  expect(answer).toMatchObject({
    code: "unauthorized",
    content: "Authentication is missing or failed.",
    challenge: 'Bearer realm="business", error="invalid_token"',
  });
  expect(created).toEqual([]);
  const logged = entries.map(({ cause }) => [String(cause), JSON.stringify(cause)]).join();
  for (const secret of [...token.split("."), "buyer-1"].filter((each) => each !== ""))
    expect(logged).not.toContain(secret);
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

function without(name: string): JWTPayload {
  return Object.fromEntries(Object.entries(CLAIMS).filter(([each]) => each !== name));
}

/** HMAC with the public key as its secret: what a verifier that believes `alg` falls for. */
async function confused(secret: string): Promise<string> {
  const key = new TextEncoder().encode(secret);
  return new SignJWT(CLAIMS).setProtectedHeader({ alg: "HS256", kid: "k1" }).sign(key);
}

describe("a token", () => {
  it.each(TRANSPORTS)("says whose it is, over %s", async (_, call) => {
    expect(await said(await tokenOf(), {}, call)).toMatchObject({ id: "checkout_1" });
    expect(created[0]?.principal).toEqual({
      kind: "bearer",
      id: "buyer-1",
      issuer: ISSUER,
      client: "agent",
      scopes: ["checkout", "cart"],
      claims: CLAIMS,
    });
  });

  it("assigns a client's own token to the client, and reads `azp` and `scp`, too", async () => {
    const claims = { iss: ISSUER, aud: [AUDIENCE], azp: "agent", scp: ["cart"], exp: NOW + 300 };
    await said(await tokenOf(claims));
    expect(created[0]?.principal).toMatchObject({ id: "agent", client: "agent", scopes: ["cart"] });
  });

  it.each([
    { use: "enc" },
    { use: ["sig"] },
    { key_ops: ["sign"] },
    { key_ops: [] },
    { key_ops: "verify" },
  ])("is refused where its key may not verify: %j", async (more) => {
    const jwks = { keys: [{ ...jwk, ...more } as JWK] };
    const token = await tokenOf();
    expectRefused(await said(token, { jwks }), token);
  });

  it.each<[string, () => Promise<string>]>([
    ["of another issuer", () => tokenOf({ ...CLAIMS, iss: "https://attacker.example" })],
    ["for another audience", () => tokenOf({ ...CLAIMS, aud: "https://other.example" })],
    ["without an issuer", () => tokenOf(without("iss"))],
    ["without an audience", () => tokenOf(without("aud"))],
    ["without an end", () => tokenOf(without("exp"))],
    ["that has expired", () => tokenOf({ ...CLAIMS, exp: NOW - 10 })],
    ["that is not valid yet", () => tokenOf({ ...CLAIMS, nbf: NOW + 60 })],
    ["of nobody", () => tokenOf({ iss: ISSUER, aud: AUDIENCE, exp: NOW + 300 })],
    [
      "of a subject that is no text",
      () => tokenOf({ iss: ISSUER, aud: AUDIENCE, exp: NOW + 300, sub: 1 as unknown as string }),
    ],
    ["signed with another key", () => tokenOf(CLAIMS, {}, foreign.privateKey)],
    ["with a key id that there is not", () => tokenOf(CLAIMS, { kid: "k2" })],
    [
      "with a key of its own",
      async () =>
        tokenOf(
          CLAIMS,
          { kid: undefined, jwk: await exportJWK(foreign.publicKey) },
          foreign.privateKey,
        ),
    ],
    [
      "with an extension that is not known",
      async () => {
        const [, claims, signature] = (await tokenOf()).split(".");
        return [encode({ alg: "ES256", kid: "k1", crit: ["x"], x: 1 }), claims, signature].join(
          ".",
        );
      },
    ],
    ["unsigned", async () => `${encode({ alg: "none" })}.${encode(CLAIMS)}.`],
    [
      "unsigned, under a key id",
      async () => `${encode({ alg: "none", kid: "k1" })}.${encode(CLAIMS)}.`,
    ],
    ["whose signature is cut off", async () => (await tokenOf()).replace(/[^.]*$/, "")],
    [
      "whose claims were changed",
      async () => {
        const [header, , signature] = (await tokenOf()).split(".");
        return [header, encode({ ...CLAIMS, sub: "somebody-else" }), signature].join(".");
      },
    ],
    [
      "signed by HMAC with the public key as PEM",
      async () => confused(await exportSPKI(own.publicKey)),
    ],
    ["signed by HMAC with the public key as a JWK", async () => confused(JSON.stringify(jwk))],
    ["that is none", async () => "abc.def.ghi"],
  ])("is refused %s", async (_, make) => {
    const token = await make();
    expectRefused(await said(token), token);
    entries = [];
    expectRefused(await said(token, {}, overMcp), token);
  });

  it("is refused if it is not of the required type (RFC 9068 §4)", async () => {
    const typ = "at+jwt";
    const identity = await tokenOf(CLAIMS, { typ: "JWT" });
    expectRefused(await said(identity, { typ }), identity);
    expect(await said(await tokenOf(CLAIMS, { typ }), { typ })).toMatchObject({ id: "checkout_1" });
  });

  it("is refused if its algorithm is not among the configured ones", async () => {
    const token = await tokenOf();
    expectRefused(await said(token, { algorithms: ["ES384"] }), token);
  });

  it("is whose the business says", async () => {
    const identify = (claims: JWTPayload) => ({ id: String(claims["client_id"]) });
    await said(await tokenOf(), { identify });
    expect(created[0]?.principal).toEqual({ kind: "bearer", id: "agent" });
    const token = await tokenOf();
    created = [];
    expectRefused(await said(token, { identify: () => undefined }), token);
  });

  it("replays the response for a refreshed token, but not for another client or buyer (DESIGN §12)", async () => {
    const authentication = jwtBearer(optionsOf());
    const server = sampleServer({ created, entries }, {}, { authentication });
    const key = "4f7c4b36-2b6a-4f6e-9a59-9d4ff0f2c7a1";
    const ids: (string | undefined)[] = [];
    for (const more of [{}, { jti: "another" }, { client_id: "another" }, { sub: "buyer-2" }]) {
      const token = await tokenOf({ ...CLAIMS, ...more });
      ids.push((await overRest(server, { key, headers: { Authorization: `Bearer ${token}` } })).id);
    }
    expect(ids).toEqual(["checkout_1", "checkout_1", "checkout_2", "checkout_3"]);
  });
});

describe("the issuer's keys", () => {
  it("answers 503 if the keys cannot be fetched", async () => {
    const token = await tokenOf();
    const jwks = () => Promise.reject(new TypeError(`fetch failed for ${token}`));
    const answer = await said(token, { jwks });
    expect(answer).toMatchObject({ status: 503, code: "temporarily_unavailable" });
    expect(String(entries[0]?.cause)).not.toContain(token);
  });

  it("are fetched by https alone", () => {
    const jwks = "http://issuer.example/jwks.json";
    expect(() => jwtBearer(optionsOf({ jwks }))).toThrow(/must be https/);
    expect(() => jwtBearer(optionsOf({ jwks: `https${jwks.slice(4)}` }))).not.toThrow();
  });
});

describe("options that would let anyone in", () => {
  it.each<[string, Partial<JwtBearerOptions>]>([
    ["no issuer", { issuer: [] }],
    ["an empty issuer", { issuer: "" }],
    ["no audience", { audience: [] }],
    ["none", { algorithms: ["none"] }],
    ["HMAC", { algorithms: ["ES256", "HS256"] }],
    ["no algorithm", { algorithms: [] }],
  ])("are a TypeError: %s", (_, more) => {
    expect(() => jwtBearer(optionsOf(more))).toThrow(TypeError);
  });
});
