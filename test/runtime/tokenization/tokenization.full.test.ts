/** A tokenizer's two calls (§4.6): what they give, what they refuse, and how long tokens live (§2.10). */

import {
  allOf,
  anyOf,
  apiKey,
  bearer,
  mtls,
  open,
  requireScope,
  signed,
} from "@proto-gen/runtime/auth";
import { ERROR_CODES, ProtocolError } from "@proto-gen/runtime/error";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import type { LogEntry } from "@proto-gen/runtime/server";
import {
  createSandboxTokenizer,
  createTokenizer,
  createVault,
  session,
  singleUse,
  ttl,
  type Tokenizer,
  type TokenizerOptions,
} from "@proto-gen/runtime/tokenization";
import type { LimitedTokenizerCall } from "../../../src/runtime/tokenization/tokenizer-options.js";
import { describe, expect, it } from "vitest";
import { testClock } from "../../support/claims.js";
import {
  BASE,
  BEARERS,
  BOUND_TO_BUSINESS,
  callers,
  CARD,
  detokenize,
  OWN,
  sampleSeal,
  sampleTokenizer,
  sampleVault,
  send,
  tokenOf,
  type Sent,
} from "../../support/sample-tokenizer.js";
import { isShape } from "../../support/tokenization-schemas.js";

const MINUTE = 60_000;

describe("pages of other origins", () => {
  const origin = "https://pay.example";
  async function answersOf(tokenizer: Tokenizer) {
    const call = async (method: string, more: Record<string, string>, body?: string) => {
      const request = new Request(`${BASE}/tokenize`, {
        ...{ method, headers: { Origin: origin, ...more } },
        ...(body === undefined ? {} : { body }),
      });
      const { status, headers } = await tokenizer.fetch(request);
      const allowed = headers.get("access-control-allow-headers")?.toLowerCase();
      return [
        status,
        headers.get("access-control-allow-origin"),
        allowed?.includes("content-type"),
      ];
    };
    const asked = { "Access-Control-Request-Method": "POST" };
    const json = { "Content-Type": "application/json" };
    return [await call("OPTIONS", asked), await call("POST", json, "{")];
  }

  it("may call where the tokenizer lets them, preflight and errors included", async () => {
    const tokenizer = sampleTokenizer([], { cors: { origins: [origin] } });
    expect(await answersOf(tokenizer)).toEqual([
      [204, origin, true],
      [400, origin, undefined],
    ]);
  });

  it("may not call any other, and may call a sandbox", async () => {
    const [preflight, called] = await answersOf(sampleTokenizer());
    expect([preflight?.[1], called?.[1]]).toEqual([null, null]);
    const others = { name: "proto", basePath: "/v1", participant: "business", bearer: "secret" };
    expect(await answersOf(createSandboxTokenizer(others))).toEqual([
      [204, "*", true],
      [400, "*", undefined],
    ]);
  });
});

describe("a tokenizer", () => {
  it("gives a token for a card, and the card for the token (§4.6)", async () => {
    const tokenizer = sampleTokenizer();
    const body = { credential: CARD, binding: BOUND_TO_BUSINESS };
    expect(isShape("tokenize_request", body)).toBe(true);
    const made = await send(tokenizer, { path: "/tokenize", caller: "platform", body });
    expect(made.status).toBe(200);
    expect(isShape("tokenize_response", made.body)).toBe(true);
    expect(isShape("token_credential", made.body)).toBe(true);
    const request = { token: made.body["token"], binding: OWN };
    expect(isShape("detokenize_request", request)).toBe(true);
    const given = await send(tokenizer, { path: "/detokenize", caller: "business", body: request });
    expect(given.status).toBe(200);
    expect(isShape("source_credential", given.body)).toBe(true);
    expect(given.body).toEqual(CARD);
  });

  it("lets nobody keep its answers (§5.6)", async () => {
    const tokenizer = sampleTokenizer();
    const token = await tokenOf(tokenizer);
    const given = await detokenize(tokenizer, token);
    expect(given.headers.get("cache-control")).toBe("no-store");
    const refused = await detokenize(tokenizer, token);
    expect(refused.headers.get("cache-control")).toBe("no-store");
  });

  it("makes tokens of 256 random bits, none like another (§8)", async () => {
    const tokenizer = sampleTokenizer();
    const tokens = await Promise.all(Array.from({ length: 100 }, () => tokenOf(tokenizer)));
    for (const token of tokens) expect(token).toMatch(/^tok_[\w-]{43}$/);
    expect(new Set(tokens).size).toBe(100);
  });

  it("binds to the caller where it names nobody else (§2.10)", async () => {
    const tokenizer = sampleTokenizer();
    const token = await tokenOf(tokenizer, OWN);
    expect((await detokenize(tokenizer, token, "business")).status).toBe(404);
    expect((await detokenize(tokenizer, token, "platform")).status).toBe(200);
  });

  it("takes an identity that names the caller itself for the caller", async () => {
    const tokenizer = sampleTokenizer();
    const token = await tokenOf(tokenizer);
    const given = await detokenize(tokenizer, token, "business", BOUND_TO_BUSINESS);
    expect(given.status).toBe(200);
  });

  it("gives another participant's credential to whom it allows that, and to nobody else", async () => {
    const allowed = { authentication: callers, mayActFor: mayAgentActForBusiness };
    const tokenizer = sampleTokenizer([], { detokenize: allowed });
    const token = await tokenOf(tokenizer);
    const { status, body } = await detokenize(tokenizer, token, "other", BOUND_TO_BUSINESS);
    expect([status, body["code"]]).toEqual([403, "forbidden"]);
    expect((await detokenize(tokenizer, token, "agent")).status).toBe(404);
    expect((await detokenize(tokenizer, token, "agent", BOUND_TO_BUSINESS)).status).toBe(200);
  });

  it("tells participants of different issuers, and buyers behind different clients, apart", async () => {
    const identities = [
      { id: "a" },
      { id: "a", issuer: "x" },
      { id: "a", issuer: "y" },
      { id: "a", client: "c" },
      { id: "a", issuer: "x", client: "c" },
    ];
    const each = bearer((token) => identities[Number(token)]);
    const tokenizer = sampleTokenizer([], {
      tokenize: { authentication: each },
      detokenize: { authentication: each },
    });
    const as = (index: number, path: string, body: object): Promise<{ status: number }> =>
      send(tokenizer, { path, body, headers: { Authorization: `Bearer ${index}` } });
    for (const maker of identities.keys()) {
      const body = { credential: CARD, binding: OWN };
      const headers = { Authorization: `Bearer ${maker}` };
      const { body: made } = await send(tokenizer, { path: "/tokenize", body, headers });
      const request = { token: made["token"], binding: OWN };
      for (const taker of identities.keys())
        if (taker !== maker)
          expect((await as(taker, "/detokenize", request)).status, `${maker} ${taker}`).toBe(404);
      expect((await as(maker, "/detokenize", request)).status).toBe(200);
    }
  });

  it("takes a client that acts for itself for the participant that it is", async () => {
    const named = bearer(() => ({ id: "business", client: "business" }));
    const tokenizer = sampleTokenizer([], { detokenize: { authentication: named } });
    expect((await detokenize(tokenizer, await tokenOf(tokenizer))).status).toBe(200);
  });

  it("says which methods its calls take", async () => {
    const answer = await send(sampleTokenizer(), { path: "/tokenize", method: "OPTIONS" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([204, "OPTIONS, POST"]);
  });

  it("knows a platform that signs by the profile of its agent header (§5.4)", async () => {
    const profile = "https://platform.example/profile";
    const seen: string[] = [];
    const authentication = signed({
      verify: async ({ profile: named }) => {
        seen.push(named);
        return { keyId: "k" };
      },
    });
    const tokenizer = sampleTokenizer([], { tokenize: { authentication } });
    const body = { credential: CARD, binding: BOUND_TO_BUSINESS };
    const headers = { "Proto-Agent": `profile="${profile}"` };
    expect((await send(tokenizer, { path: "/tokenize", body, headers })).status).toBe(200);
    expect(seen).toEqual([profile]);
    const broken = { "Proto-Agent": "profile=http" };
    const refused = await send(tokenizer, { path: "/tokenize", body, headers: broken });
    expect(refused.body["code"]).toBe("invalid_profile_url");
  });

  it("accepts kinds of credential that it is told of, and gives back all that they have", async () => {
    const checkBank = (credential: object) => ("iban" in credential ? [] : ["iban"]);
    const making = { authentication: callers, accepts: { bank_account: checkBank } };
    const tokenizer = sampleTokenizer([], { tokenize: making });
    const make = (credential: unknown) =>
      send(tokenizer, {
        path: "/tokenize",
        caller: "platform",
        body: { credential, binding: BOUND_TO_BUSINESS },
      });
    const account = JSON.parse(
      '{"type":"bank_account","iban":"GB33","__proto__":{"type":"card"},"more":[1,null]}',
    ) as object;
    const { body } = await make(account);
    const { text } = await detokenize(tokenizer, body["token"]);
    expect(JSON.parse(text)).toEqual(account);
    expect((await make({ type: "bank_account" })).body["content"]).toContain("credential.iban");
    expect((await make(CARD)).body["content"]).toContain("must be one of bank_account");
  });
});

function mayAgentActForBusiness(caller: { id: string }, participant: { id: string }): boolean {
  return caller.id === "agent" && participant.id === "business";
}

/** What is sent, and the refusal. `TOKEN` is one that is good for the business. */
type Refusal = readonly [what: string, sent: Sent, code: keyof typeof ERROR_CODES];

function making(what: string, body: unknown, code: keyof typeof ERROR_CODES): Refusal {
  return [what, { path: "/tokenize", caller: "platform", body }, code];
}

function withCard(changes: object): object {
  return { credential: { ...CARD, ...changes }, binding: BOUND_TO_BUSINESS };
}

function giving(
  what: string,
  body: unknown,
  code: keyof typeof ERROR_CODES,
  more: Partial<Sent> = {},
): Refusal {
  return [what, { path: "/detokenize", caller: "business", body, ...more }, code];
}

const GOOD = { token: "TOKEN", binding: OWN };

const REFUSALS: readonly Refusal[] = [
  ["another path", { path: "/vault", caller: "platform", body: {} }, "not_found"],
  ["a path below", { path: "/tokenize/x", caller: "platform", body: {} }, "not_found"],
  ["another method", { path: "/tokenize", method: "PUT", body: {} }, "method_not_allowed"],
  ["a read", { path: "/detokenize", method: "GET" }, "method_not_allowed"],
  making("deep JSON", withCard({ x: [[[[[[[[1]]]]]]]] }), "invalid_request"),
  making("a body of 17 kB", withCard({ x: "a".repeat(17_000) }), "content_too_large"),
  making("no body", undefined, "invalid_request"),
  giving("a form", GOOD, "unsupported_media_type", {
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  }),
  giving("header fields of 17 kB", GOOD, "headers_too_large", {
    headers: { "X-A": "a".repeat(17_000) },
  }),
  making("no JSON", "{", "invalid_request"),
  making("a key twice", '{"binding":{},"binding":{}}', "invalid_request"),
  making("a list", [], "invalid_request"),
  making("no credential", { binding: OWN }, "invalid_request"),
  making("a credential without a kind", { credential: {}, binding: OWN }, "invalid_request"),
  making(
    "a kind of credential that is not accepted",
    withCard({ type: "wallet" }),
    "invalid_request",
  ),
  making("a kind that every object has", withCard({ type: "constructor" }), "invalid_request"),
  making("a number in groups", withCard({ number: "4929 1234 5678 1234" }), "invalid_request"),
  making("a number that is one", withCard({ number: 4929123456781234 }), "invalid_request"),
  making("a number of 20 digits", withCard({ number: "1".repeat(20) }), "invalid_request"),
  making("an unknown kind of number", withCard({ card_number_type: "pan" }), "invalid_request"),
  making("a month 13", withCard({ expiry_month: 13 }), "invalid_request"),
  making("half a month", withCard({ expiry_month: 1.5 }), "invalid_request"),
  making("a year of two digits", withCard({ expiry_year: 30 }), "invalid_request"),
  making("a code of two digits", withCard({ cvc: "12" }), "invalid_request"),
  making("no binding", { credential: CARD }, "invalid_request"),
  making("no checkout", { credential: CARD, binding: {} }, "invalid_request"),
  making(
    "an empty checkout",
    { credential: CARD, binding: { checkout_id: "" } },
    "invalid_request",
  ),
  making(
    "an identity without a token",
    { credential: CARD, binding: { ...OWN, identity: {} } },
    "invalid_request",
  ),
  making(
    "an identity of nobody",
    { credential: CARD, binding: { ...OWN, identity: { access_token: "nobody" } } },
    "forbidden",
  ),
  ["a caller without a token", { path: "/tokenize", body: withCard({}) }, "unauthorized"],
  giving("no bearer", GOOD, "unauthorized", { caller: undefined }),
  giving("an unknown bearer", GOOD, "unauthorized", {
    headers: { Authorization: "Bearer nobody" },
  }),
  giving("another scheme", GOOD, "unauthorized", { headers: { Authorization: "Basic YTpi" } }),
  giving("no token", { binding: OWN }, "invalid_request"),
  giving("a token that is a number", { token: 1, binding: OWN }, "invalid_request"),
  giving("a token of 1 kB", { token: "a".repeat(1_024), binding: OWN }, "invalid_request"),
  giving("no binding", { token: "TOKEN" }, "invalid_request"),
  giving(
    "an identity of nobody",
    { token: "TOKEN", binding: { ...OWN, identity: { access_token: "x" } } },
    "forbidden",
  ),
  giving(
    "an identity of another, without leave",
    { token: "TOKEN", binding: BOUND_TO_BUSINESS },
    "forbidden",
    { caller: "platform" },
  ),
  giving("an unknown token", { token: "tok_unknown", binding: OWN }, "not_found"),
  giving(
    "another checkout",
    { token: "TOKEN", binding: { checkout_id: "checkout_2" } },
    "not_found",
  ),
  giving("another participant", GOOD, "not_found", { caller: "other" }),
  giving("the participant that made it", GOOD, "not_found", { caller: "platform" }),
];

describe("a tokenizer that refuses a request", () => {
  it.each(REFUSALS)("refuses %s (§7)", async (_, sent, code) => {
    const entries: LogEntry[] = [];
    const tokenizer = sampleTokenizer(entries);
    const token = await tokenOf(tokenizer);
    const { body } = sent;
    const own = isGood(body) ? { ...body, token } : body;
    const answer = await send(tokenizer, { ...sent, body: own });
    expect(answer.body["code"]).toBe(code);
    expect(answer.status).toBe(ERROR_CODES[code].status);
    expect(isShape("error_body", answer.body)).toBe(true);
    expect(Object.keys(answer.body)).toEqual(["code", "content"]);
    if (answer.status === 401) expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer /);
    if (answer.status === 405) expect(answer.headers.get("allow")).toBe("OPTIONS, POST");
    expect(entries.at(-1)).toMatchObject({ level: "info", status: answer.status, code });
    // Whatever was refused, the token is still good.
    expect((await detokenize(tokenizer, token)).status).toBe(200);
  });

  it("refuses unknown, used, expired and wrongly bound tokens in the same words (§5.6)", async () => {
    const clock = testClock();
    const tokenizer = sampleTokenizer([], { now: clock.now });
    const used = await tokenOf(tokenizer);
    expect((await detokenize(tokenizer, used)).status).toBe(200);
    const expired = await tokenOf(tokenizer);
    clock.advance(15 * MINUTE);
    const bound = await tokenOf(tokenizer);
    const answers = [
      await detokenize(tokenizer, "tok_unknown"),
      await detokenize(tokenizer, used),
      await detokenize(tokenizer, expired),
      await detokenize(tokenizer, bound, "other"),
      await detokenize(tokenizer, bound, "business", { checkout_id: "checkout_2" }),
    ];
    const said = answers.map(({ status, text, headers }) => [status, text, [...headers]]);
    for (const each of said) expect(each).toEqual(said[0]);
    expect(answers[0]?.status).toBe(404);
  });

  it("refuses anonymous callers who name no participant, and accepts those who do (§2.10)", async () => {
    const tokenizer = sampleTokenizer([], { tokenize: { authentication: open() } });
    const credential = CARD;
    const sent = { path: "/tokenize" };
    const nobody = await send(tokenizer, { ...sent, body: { credential, binding: OWN } });
    expect([nobody.status, nobody.body["code"]]).toEqual([400, "invalid_request"]);
    const body = { credential, binding: BOUND_TO_BUSINESS };
    expect((await send(tokenizer, { ...sent, body })).status).toBe(200);
  });

  it("refuses every identity if there is no `participantOf`", async () => {
    const tokenizer = sampleTokenizer([], { participantOf: undefined });
    await expect(tokenOf(tokenizer)).rejects.toThrow("forbidden");
  });

  it("refuses a repeated header field Authorization (RFC 9110 §5.3)", async () => {
    const tokenizer = sampleTokenizer();
    const token = await tokenOf(tokenizer);
    const authorization = `Bearer ${BEARERS.business}`;
    const request = new Request("https://tokenizer.example/v1/detokenize", {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: authorization },
      body: JSON.stringify({ token, binding: OWN }),
    });
    const rawHeaders = ["Authorization", authorization, "authorization", authorization];
    expect((await tokenizer.answer(request, { rawHeaders })).status).toBe(400);
    expect((await detokenize(tokenizer, token)).status).toBe(200);
  });

  it("answers 404 to calls that are left out (§4.6)", async () => {
    const neither = sampleTokenizer([], { tokenize: undefined, detokenize: undefined });
    const one = sampleTokenizer([], { detokenize: undefined });
    expect((await send(neither, { path: "/tokenize", body: {} })).status).toBe(404);
    expect((await detokenize(one, await tokenOf(one))).status).toBe(404);
  });

  it("answers internal_error if a hook fails, and keeps the hook's message to itself", async () => {
    const broken = (): never => {
      throw new Error(`no such customer: ${CARD.number}`);
    };
    const authentication = callers;
    const cases: readonly Partial<TokenizerOptions>[] = [
      { participantOf: broken },
      { policy: session({ endOf: broken }) },
      { rateLimit: broken },
      { tokenize: { authentication, accepts: { card: broken } } },
      { tokenize: { authentication: bearer(broken) } },
      { vault: { store: broken, find: broken } },
      { vault: { store: async () => broken(), find: async () => broken() } },
      { participantOf: () => ({ id: "" }) },
    ];
    for (const options of cases) {
      const entries: LogEntry[] = [];
      const tokenizer = sampleTokenizer(entries, options);
      await expect(tokenOf(tokenizer)).rejects.toThrow('{"code":"internal_error"');
      expect(entries.at(-1)).toMatchObject({ level: "error", status: 500 });
      expect(String(entries.at(-1)?.cause)).toMatch(/failed: (Error|TypeError)$/);
    }
  });

  it("answers 503 while its store cannot be asked (§7)", async () => {
    const store = createMemoryStorage();
    const tokenizer = sampleTokenizer([], { vault: sampleVault(store) });
    const token = await tokenOf(tokenizer);
    await store.close();
    expect((await detokenize(tokenizer, token)).status).toBe(503);
    await expect(tokenOf(tokenizer)).rejects.toThrow("temporarily_unavailable");
  });

  it("answers 503 to calls that take too long, and uses up no token", async () => {
    let isSlow = false;
    const slow = new Promise<never>(() => {});
    const tokenizer = sampleTokenizer([], {
      participantOf: () => (isSlow ? slow : { id: "business" }),
      limits: { callMs: 300 },
    });
    const token = await tokenOf(tokenizer);
    isSlow = true;
    const { status } = await detokenize(tokenizer, token, "business", BOUND_TO_BUSINESS);
    expect(status).toBe(503);
    expect((await detokenize(tokenizer, token)).status).toBe(200);
  });

  it("uses up no token if the credential is found after the request has ended", async () => {
    const real = sampleVault();
    let found = (): void => undefined;
    const late = new Promise<void>((resolve) => (found = resolve));
    const slow = {
      ...real,
      find: async (digest: string) => {
        await late;
        return real.find(digest);
      },
    };
    const token = await tokenOf(sampleTokenizer([], { vault: real }));
    const tokenizer = sampleTokenizer([], { vault: slow, limits: { callMs: 300 } });
    expect((await detokenize(tokenizer, token)).status).toBe(503);
    found();
    // What goes on in the background comes to its end.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await detokenize(tokenizer, token)).status).toBe(200);
  });

  it("answers 429 by the rate limit, which is asked by address and then by principal (§7)", async () => {
    const asked: LimitedTokenizerCall[] = [];
    const tokenizer = sampleTokenizer([], {
      rateLimit: (call) => {
        asked.push(call);
        return call.principal === undefined || asked.length < 5 ? undefined : 7.5;
      },
    });
    await tokenOf(tokenizer);
    await tokenOf(tokenizer);
    const body = { credential: CARD, binding: BOUND_TO_BUSINESS };
    const third = await send(tokenizer, { path: "/tokenize", caller: "platform", body });
    expect([third.status, third.headers.get("retry-after")]).toEqual([429, "8"]);
    expect(asked.map(({ principal }) => principal?.id).slice(0, 3)).toEqual([
      undefined,
      "platform",
      undefined,
    ]);
  });
});

function isGood(body: unknown): body is object {
  return (body as { token?: unknown } | undefined)?.token === "TOKEN";
}

describe("createTokenizer", () => {
  const keys = apiKey({ keys: { business: "key-of-business" } });
  const certificate = mtls(() => ({ id: "business" }));

  it.each([
    ["open()", open()],
    ["a key", keys],
    ["a certificate", certificate],
    ["a key in place of a bearer", anyOf(callers, keys)],
    ["nothing", undefined],
  ])("throws a TypeError for /detokenize with %s (§4.6)", (_, authentication) => {
    const detokenize = { authentication } as TokenizerOptions["detokenize"];
    expect(() => sampleTokenizer([], { detokenize })).toThrow(TypeError);
  });

  it("throws a TypeError for /tokenize without a check, an invalid path or an invalid lifetime", () => {
    const tokenize = {} as TokenizerOptions["tokenize"];
    expect(() => sampleTokenizer([], { tokenize })).toThrow(TypeError);
    for (const basePath of ["v1", "/v1/", "/a?b", "/a b"])
      expect(() => sampleTokenizer([], { basePath })).toThrow(TypeError);
    for (const ttlMs of [0, -1, 1.5, NaN, Infinity, 25 * 60 * MINUTE]) {
      expect(() => singleUse({ ttlMs })).toThrow(TypeError);
      expect(() => ttl({ ttlMs })).toThrow(TypeError);
      expect(() => session({ maxMs: ttlMs })).toThrow(TypeError);
    }
  });

  it.each([
    ["whom open() lets in beside it", anyOf(callers, open()), {}],
    ["a certificate beside a bearer that is wrong", anyOf(certificate, callers), {}],
    ["a wrong bearer", callers, { Authorization: "Bearer nobody" }],
  ])("answers 401 to /detokenize without a bearer: %s", async (_, authentication, headers) => {
    const tokenizer = sampleTokenizer([], { detokenize: { authentication } });
    const token = await tokenOf(tokenizer);
    const request = new Request("https://tokenizer.example/v1/detokenize", {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify({ token, binding: OWN }),
    });
    const peerCertificate = {
      ...{ subject: "CN=business", issuer: "CN=ca", serialNumber: "1", fingerprint256: "AA" },
      raw: new Uint8Array(),
    };
    const { status } = await tokenizer.answer(request, { peerCertificate });
    expect(status).toBe(401);
  });

  it("accepts a bearer with scopes, or with another check beside it", async () => {
    const scoped = bearer(() => ({ id: "business", scopes: ["detokenize"] }));
    for (const authentication of [requireScope(scoped, "detokenize"), allOf(scoped, callers)]) {
      const tokenizer = sampleTokenizer([], { detokenize: { authentication } });
      expect((await detokenize(tokenizer, await tokenOf(tokenizer))).status).toBe(200);
    }
  });
});

describe("a token (§2.10)", () => {
  it("is gone after a single use, even if the request is repeated with the same key", async () => {
    const tokenizer = sampleTokenizer();
    const body = { token: await tokenOf(tokenizer), binding: OWN };
    const headers = { "Idempotency-Key": "4f7c4b36-2b6a-4f6e-9a59-9d4ff0f2c7a1" };
    const sent = { path: "/detokenize", caller: "business", body, headers } as const;
    expect((await send(tokenizer, sent)).status).toBe(200);
    expect((await send(tokenizer, sent)).status).toBe(404);
  });

  it.each([
    ["for a single use", singleUse(), 15],
    ["for a fixed time", ttl(), 15],
    ["for a time that is told", ttl({ ttlMs: 5 * MINUTE }), 5],
    ["for a session without another end", session(), 360],
  ])("is good until its end, and not after: %s", async (_, policy, minutes) => {
    const clock = testClock();
    const tokenizer = sampleTokenizer([], { policy, now: clock.now });
    const [early, late] = [await tokenOf(tokenizer), await tokenOf(tokenizer)];
    clock.advance(minutes * MINUTE - 1);
    expect((await detokenize(tokenizer, early)).status).toBe(200);
    clock.advance(1);
    expect((await detokenize(tokenizer, late)).status).toBe(404);
  });

  it.each([
    ["a fixed time", ttl()],
    ["a session", session()],
  ])("is good for several uses if it is for %s", async (_, policy) => {
    const tokenizer = sampleTokenizer([], { policy });
    const token = await tokenOf(tokenizer);
    for (let use = 0; use < 3; use += 1)
      expect((await detokenize(tokenizer, token)).body).toEqual(CARD);
  });

  it("ends, if it is for a session, with a checkout that is completed early", async () => {
    const clock = testClock();
    const ends = new Map([["checkout_1", clock.now() + 10 * MINUTE]]);
    const policy = session({ endOf: (id) => ends.get(id) });
    const tokenizer = sampleTokenizer([], { policy, now: clock.now });
    const token = await tokenOf(tokenizer);
    expect((await detokenize(tokenizer, token)).status).toBe(200);
    ends.set("checkout_1", clock.now());
    expect((await detokenize(tokenizer, token)).status).toBe(404);
    // A session that is prolonged does not prolong what was published of its tokens.
    ends.set("checkout_1", clock.now() + 60 * MINUTE);
    expect((await detokenize(tokenizer, token)).status).toBe(200);
    clock.advance(10 * MINUTE);
    expect((await detokenize(tokenizer, token)).status).toBe(404);
  });

  it("lasts, if it is for a session, no longer than published, however long the checkout does", async () => {
    const clock = testClock();
    const policy = session({ maxMs: 5 * MINUTE, endOf: () => Infinity });
    const tokenizer = sampleTokenizer([], { policy, now: clock.now });
    const token = await tokenOf(tokenizer);
    clock.advance(5 * MINUTE - 1);
    expect((await detokenize(tokenizer, token)).status).toBe(200);
    clock.advance(1);
    expect((await detokenize(tokenizer, token)).status).toBe(404);
  });

  it.each([undefined, null, 0, NaN])("is not made for a session that ends at %s", async (end) => {
    const tokenizer = sampleTokenizer([], { policy: session({ endOf: () => end }) });
    await expect(tokenOf(tokenizer)).rejects.toThrow('{"code":"not_found"');
  });

  it("keeps the policy that it was made under", async () => {
    const store = createMemoryStorage();
    const before = sampleTokenizer([], { vault: sampleVault(store) });
    const after = sampleTokenizer([], { vault: sampleVault(store), policy: ttl() });
    const token = await tokenOf(before);
    expect((await detokenize(after, token)).status).toBe(200);
    expect((await detokenize(after, token)).status).toBe(404);
  });

  it("costs nothing where its credential cannot be opened", async () => {
    const store = createMemoryStorage();
    const token = await tokenOf(sampleTokenizer([], { vault: sampleVault(store) }));
    const seal = { ...sampleSeal(), open: () => Promise.reject(new ProtocolError("forbidden")) };
    const locked = sampleTokenizer([], { vault: createVault({ store, seal }) });
    expect((await detokenize(locked, token)).status).toBe(500);
    const again = sampleTokenizer([], { vault: sampleVault(store) });
    expect((await detokenize(again, token)).status).toBe(200);
  });

  it("is given out even where the log breaks", async () => {
    const tokenizer = createTokenizer({
      name: "proto",
      basePath: "/v1",
      vault: sampleVault(),
      tokenize: { authentication: callers },
      detokenize: { authentication: callers },
      log: () => {
        throw new Error("the disk is full");
      },
    });
    const token = await tokenOf(tokenizer, OWN);
    expect((await detokenize(tokenizer, token, "platform")).status).toBe(200);
  });
});
