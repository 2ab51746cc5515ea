/** Who calls, and what they may do (§5.1, §5.2, §7), over both transports. */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  allOf,
  anyOf,
  apiKey,
  bearer,
  mtls,
  open,
  requireScope,
  signed,
  type Authentication,
  type AuthenticationRules,
  type Check,
  type Identity,
  type Principal,
} from "@proto-gen/runtime/auth";
import type { PermittedCall } from "../../../src/runtime/auth/check.js";
import type { SignedRequest } from "../../../src/runtime/auth/signed.js";
import { ProtocolError } from "@proto-gen/runtime/error";
import type { CallContext, LogEntry, Server, ServerOptions } from "@proto-gen/runtime/server";
import { beforeEach, describe, expect, expectTypeOf, it } from "vitest";
import type { Operations } from "../../../generated/services/dev/proto/shopping.js";
import { TRANSPORTS, type Call, type Said } from "../../support/authenticated-call.js";
import { repository } from "../../support/published.js";
import { PLAIN, sampleServer, WHOLE } from "../../support/sample-business.js";

const KEY = "key-of-agent-4f7c4b362b6a4f6e";
const OLD_KEY = "key-of-agent-before-rotation";
const TOKEN = "token-of-agent-9a599d4ff0f2c7a1";
const SECRETS = [KEY, OLD_KEY, TOKEN];

const TOKENS: Readonly<Record<string, Identity>> = {
  [TOKEN]: { id: "agent", scopes: ["checkout", "cart"] },
  "another-token-of-agent": { id: "agent", scopes: ["checkout"] },
  "token-of-buyer": { id: "buyer" },
  "token-of-buyer-through-another": { id: "buyer", client: "another" },
  "token-of-other-buyer": { id: "buyer", issuer: "https://other.example" },
};

const keys = apiKey({ keys: { agent: [KEY, OLD_KEY], other: "key-of-other" } });
/** Members of every object are no tokens. */
const tokens = bearer((token) => (Object.hasOwn(TOKENS, token) ? TOKENS[token] : undefined));

let created: CallContext[];
let entries: LogEntry[];

function serverWith(authentication: Authentication, more: Partial<ServerOptions> = {}): Server {
  return sampleServer({ created, entries }, {}, { authentication, ...more });
}

beforeEach(() => {
  created = [];
  entries = [];
});

/** Over MCP the status is 200, and that of the table is in the log. */
function expectRefused(answer: Said, status: number, code: string): void {
  expect(answer.code).toBe(code);
  expect(entries.at(-1)).toMatchObject({ level: "info", status, code });
  expect(created).toEqual([]);
}

/** What comes with a call, and the challenge that answers it; undefined where it is let in. */
type Case = [what: string, headers: Record<string, string>, challenge?: string | null];

const KEY_CHALLENGE = 'ApiKey realm="business"';
const BEARER_CHALLENGE = 'Bearer realm="business"';
const INVALID_TOKEN = `${BEARER_CHALLENGE}, error="invalid_token"`;

const KEY_CASES: readonly Case[] = [
  ["the key", { "X-API-Key": KEY }],
  ["the key before it", { "X-API-Key": OLD_KEY }],
  ["none", {}, KEY_CHALLENGE],
  ["another key", { "X-API-Key": "key-of-nobody" }, KEY_CHALLENGE],
  ["the start of the key", { "X-API-Key": KEY.slice(0, -1) }, KEY_CHALLENGE],
  ["more than the key", { "X-API-Key": `${KEY}a` }, KEY_CHALLENGE],
  ["the key in capitals", { "X-API-Key": KEY.toUpperCase() }, KEY_CHALLENGE],
  ["an empty key", { "X-API-Key": "" }, KEY_CHALLENGE],
  ["two keys", { "X-API-Key": `${KEY}, ${KEY}` }, KEY_CHALLENGE],
  ["a key of 4 kB", { "X-API-Key": "a".repeat(4_096) }, KEY_CHALLENGE],
  ["the id in place of the key", { "X-API-Key": "agent" }, KEY_CHALLENGE],
  ["the key as a token", { Authorization: `Bearer ${KEY}` }, KEY_CHALLENGE],
];

const BEARER_CASES: readonly Case[] = [
  ["the token", { Authorization: `Bearer ${TOKEN}` }],
  ["the scheme in lower case", { Authorization: `bearer ${TOKEN}` }],
  ["none", {}, BEARER_CHALLENGE],
  ["another token", { Authorization: "Bearer nobodys" }, INVALID_TOKEN],
  ["another scheme", { Authorization: `Basic ${TOKEN}` }, BEARER_CHALLENGE],
  ["a scheme that starts like it", { Authorization: `Bearers ${TOKEN}` }, BEARER_CHALLENGE],
  ["no scheme", { Authorization: TOKEN }, BEARER_CHALLENGE],
  ["an empty field", { Authorization: "" }, BEARER_CHALLENGE],
  ["an empty token", { Authorization: "Bearer " }, INVALID_TOKEN],
  ["two fields", { Authorization: `Bearer ${TOKEN}, Bearer ${TOKEN}` }, INVALID_TOKEN],
  ["two tokens", { Authorization: `Bearer ${TOKEN} ${TOKEN}` }, INVALID_TOKEN],
  ["a token of 9 kB", { Authorization: `Bearer ${"a".repeat(9_000)}` }, INVALID_TOKEN],
  ["the name of a member of every object", { Authorization: "Bearer __proto__" }, INVALID_TOKEN],
  ["the token as a key", { "X-API-Key": TOKEN }, BEARER_CHALLENGE],
];

describe.each(TRANSPORTS)("over %s", (name, call) => {
  const refusedWith = name === "REST" ? 401 : 200;

  async function expectCase(check: Check, [, headers, challenge]: Case): Promise<void> {
    const answer = await call(serverWith(check), { headers });
    if (challenge === undefined) {
      expect(answer).toMatchObject({ code: undefined, id: "checkout_1", challenge: null });
      expect(created[0]?.principal).toMatchObject({ id: "agent" });
      return;
    }
    expectRefused(answer, 401, "unauthorized");
    expect(answer.status).toBe(refusedWith);
    expect(answer.challenge).toBe(challenge);
    expect(answer.content).toBe("Authentication is missing or failed.");
  }

  it.each(KEY_CASES)("checks an API key: %s", (...each) => expectCase(keys, each));
  it.each(BEARER_CASES)("checks a bearer token: %s", (...each) => expectCase(tokens, each));

  it("calls the handler with an open principal if no credentials are required (§5.1)", async () => {
    const server = sampleServer({ created, entries });
    expect(await call(server)).toMatchObject({ id: "checkout_1" });
    expect(await call(serverWith(open()))).toMatchObject({ id: "checkout_2" });
    expect(created.map(({ principal }) => principal.kind)).toEqual(["open", "open"]);
  });

  it("applies an operation's own check, and the default check to the others", async () => {
    const server = serverWith({ default: open(), operations: { cancel_checkout: keys } });
    expect(await call(server)).toMatchObject({ id: "checkout_1" });
    expect(await call(server, { operation: "cancel_checkout" })).toMatchObject({
      code: "unauthorized",
    });
    const headers = { "X-API-Key": KEY };
    expect(await call(server, { operation: "cancel_checkout", headers })).toMatchObject({
      id: "checkout_1",
    });
  });

  it("is refused before its platform's profile is fetched, and after the rate limit", async () => {
    const asked: string[] = [];
    const server = serverWith(keys, {
      rateLimit: () => void asked.push("limit"),
      platforms: { get: () => Promise.reject(new Error("fetched")) },
    });
    expectRefused(await call(server), 401, "unauthorized");
    expect(asked).toEqual(["limit"]);
  });

  it("answers 403 to a missing scope, and names it in the challenge (RFC 6750 §3.1)", async () => {
    const server = serverWith(requireScope(tokens, "checkout", "cart"));
    const small = { Authorization: "Bearer another-token-of-agent" };
    const answer = await call(server, { headers: small });
    expectRefused(answer, 403, "forbidden");
    expect(answer.challenge).toBe(
      `${BEARER_CHALLENGE}, error="insufficient_scope", scope="checkout cart"`,
    );
    const headers = { Authorization: `Bearer ${TOKEN}` };
    expect(await call(server, { headers })).toMatchObject({ id: "checkout_1" });
  });

  it("scopes are not for the anonymous", async () => {
    expectRefused(await call(serverWith(requireScope(open(), "checkout"))), 403, "forbidden");
  });

  it("`permit` says who may do what, to whom (403)", async () => {
    const seen: PermittedCall[] = [];
    const server = serverWith({
      default: tokens,
      permit({ id }, one) {
        seen.push(one);
        return id === "agent" || one.operation === "get_checkout";
      },
    });
    const buyer = { Authorization: "Bearer token-of-buyer" };
    const agent = { Authorization: `Bearer ${TOKEN}` };
    const operation = "cancel_checkout";
    expectRefused(await call(server, { operation, headers: buyer }), 403, "forbidden");
    expect(await call(server, { operation, headers: agent })).toMatchObject({ id: "checkout_1" });
    expect(seen).toEqual(
      [1, 2].map(() => ({
        operation,
        identifiers: { id: "checkout_1" },
        profile: WHOLE,
      })),
    );
  });

  it("answers internal_error if a hook fails, and logs nothing that the hook knew", async () => {
    const server = serverWith(
      bearer((token) => {
        throw Object.assign(new TypeError(`no answer for ${token}`), {
          code: "ECONNREFUSED",
          token,
        });
      }),
    );
    const answer = await call(server, { headers: { Authorization: `Bearer ${TOKEN}` } });
    expect(answer.code).toBe("internal_error");
    expect(entries[0]?.cause).toMatchObject({
      message: "authentication failed: TypeError ECONNREFUSED",
    });
    expectNoSecrets(entries);
  });

  it.each<readonly [string, Check]>([
    ["no id", bearer(() => ({}) as Identity)],
    ["an empty id", bearer(() => ({ id: "" }))],
    ["an id that is no text", bearer(() => ({ id: 1 }) as unknown as Identity)],
    ["true", bearer(() => true as unknown as Identity)],
    ["no kind", { challenges: [], authenticate: () => ({ id: "a" }) as Principal }],
    ["null from a check", { challenges: [], authenticate: () => null as unknown as undefined }],
  ])("an identity is 500 where it would be everyone's: %s", async (_, check) => {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const answer = await call(serverWith(check), { headers });
    expect(answer.code).toBe("internal_error");
    expect(created).toEqual([]);
  });

  it("answers 401 if a hook returns null, as databases do", async () => {
    const headers = { Authorization: `Bearer ${TOKEN}`, "X-API-Key": KEY };
    for (const check of [bearer(() => null), apiKey({ lookup: () => Promise.resolve(null) })])
      expectRefused(await call(serverWith(check), { headers }), 401, "unauthorized");
  });

  it("`permit` that forgets to answer permits nothing", async () => {
    const permit = () => undefined as unknown as boolean;
    expectRefused(await call(serverWith({ default: open(), permit })), 403, "forbidden");
  });

  it("writes no secret to the log, whatever the outcome", async () => {
    const server = serverWith({ default: allOf(keys, tokens), permit: () => false });
    const right = { "X-API-Key": KEY, Authorization: `Bearer ${TOKEN}` };
    for (const headers of [
      right,
      { ...right, Authorization: `Bearer ${TOKEN}, Bearer ${OLD_KEY}` },
      { ...right, "X-API-Key": `${KEY},${OLD_KEY}` },
    ])
      await call(server, { headers });
    expect(entries.map(({ status }) => status)).toEqual([403, 401, 401]);
    expectNoSecrets(entries);
  });

  describe("idempotency keys (DESIGN §12)", () => {
    const key = "4f7c4b36-2b6a-4f6e-9a59-9d4ff0f2c7a1";

    async function idsOf(
      server: Server,
      ...asks: readonly Parameters<Call>[1][]
    ): Promise<readonly (string | undefined)[]> {
      const ids: (string | undefined)[] = [];
      for (const ask of asks) ids.push((await call(server, { key, ...ask })).id);
      return ids;
    }

    const withToken = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

    it("are the principal's: another token of it has the same effect", async () => {
      const ids = await idsOf(
        serverWith(tokens),
        withToken(TOKEN),
        withToken("another-token-of-agent"),
        withToken("token-of-buyer"),
      );
      expect(ids).toEqual(["checkout_1", "checkout_1", "checkout_2"]);
    });

    it("are apart for each issuer, and for each platform that acts for a buyer", async () => {
      const ids = await idsOf(
        serverWith(tokens),
        withToken("token-of-buyer"),
        withToken("token-of-buyer-through-another"),
        withToken("token-of-other-buyer"),
      );
      expect(ids).toEqual(["checkout_1", "checkout_2", "checkout_3"]);
    });

    it("are the principal's whichever profile it names; a kind's ids are its own", async () => {
      const apiKeys = { "X-API-Key": KEY };
      const ids = await idsOf(
        serverWith(anyOf(keys, tokens)),
        { headers: apiKeys },
        { headers: apiKeys, agent: PLAIN },
        withToken(TOKEN),
      );
      // Over MCP the profile is one of the arguments, so this is another call with the same key: 409.
      const second = name === "REST" ? "checkout_1" : undefined;
      expect(ids).toEqual(["checkout_1", second, "checkout_2"]);
    });

    it("are the profile's with its credentials where nobody is asked", async () => {
      const ids = await idsOf(serverWith(open()), {}, withToken("a"), {}, withToken("b"));
      expect(ids).toEqual(["checkout_1", "checkout_2", "checkout_1", "checkout_3"]);
    });

    it("give no replay to whoever is not let in", async () => {
      const server = serverWith(keys);
      expect(await idsOf(server, { headers: { "X-API-Key": KEY } })).toEqual(["checkout_1"]);
      expect(await call(server, { key })).toMatchObject({ code: "unauthorized", id: undefined });
    });
  });

  describe("a signed request (§5.4)", () => {
    function verifierOf(error?: ProtocolError) {
      const seen: SignedRequest[] = [];
      const verify = (request: SignedRequest) => {
        seen.push(request);
        return error === undefined ? Promise.resolve({ keyId: "k" }) : Promise.reject(error);
      };
      return { seen, verify };
    }

    it("is its platform's, whichever key it has signed with", async () => {
      const verifier = verifierOf();
      await call(serverWith(signed(verifier)));
      expect(created[0]?.principal).toEqual({ kind: "signature", id: WHOLE });
      const [seen] = verifier.seen;
      expect(seen).toMatchObject({ method: "POST", profile: WHOLE, rawHeaders: undefined });
      expect(seen?.url).toMatch(/^https:\/\/business\.example\.com\/proto\//);
      expect(new URL(seen?.url ?? "").pathname).toBe(seen?.target);
      expect(new TextDecoder().decode(seen?.body)).toContain(
        name === "REST" ? '{"currency":' : '{"jsonrpc":"2.0"',
      );
      expect(seen?.signal.aborted).toBe(false);
    });

    it.each([
      ["signature_missing", 401],
      ["signature_invalid", 401],
      ["key_not_found", 401],
      ["digest_mismatch", 400],
      ["profile_unreachable", 424],
    ] as const)("is refused in the verifier's words: %s", async (code, status) => {
      const verifier = verifierOf(new ProtocolError(code));
      expectRefused(await call(serverWith(signed(verifier))), status, code);
    });

    it("counts as no credentials beside other checks if it is missing, and is refused if it is wrong", async () => {
      const missing = signed(verifierOf(new ProtocolError("signature_missing")));
      const wrong = signed(verifierOf(new ProtocolError("signature_invalid")));
      expect(await call(serverWith(anyOf(missing, open())))).toMatchObject({ id: "checkout_1" });
      created = [];
      expectRefused(await call(serverWith(anyOf(missing, keys))), 401, "unauthorized");
      expectRefused(await call(serverWith(anyOf(missing, missing))), 401, "signature_missing");
      expectRefused(await call(serverWith(anyOf(wrong, open()))), 401, "signature_invalid");
    });
  });

  describe("anyOf", () => {
    const either = anyOf(keys, tokens, open());

    it.each([
      ["the first", { "X-API-Key": KEY }, "api_key"],
      ["the second", { Authorization: `Bearer ${TOKEN}` }, "bearer"],
      ["both", { "X-API-Key": KEY, Authorization: `Bearer ${TOKEN}` }, "api_key"],
      ["one that is right", { "X-API-Key": "no", Authorization: `Bearer ${TOKEN}` }, "bearer"],
      ["none, where that is open", {}, "open"],
    ])("takes %s", async (_, headers, kind) => {
      await call(serverWith(either), { headers });
      expect(created[0]?.principal.kind).toBe(kind);
    });

    it("makes nobody anonymous whose credentials are wrong, wherever `open` stands", async () => {
      for (const check of [either, anyOf(open(), keys)])
        expectRefused(
          await call(serverWith(check), { headers: { "X-API-Key": "no" } }),
          401,
          "unauthorized",
        );
    });

    it("asks for either", async () => {
      const answer = await call(serverWith(anyOf(keys, tokens)));
      expect(answer.challenge).toBe(`${KEY_CHALLENGE}, ${BEARER_CHALLENGE}`);
    });
  });

  describe("allOf", () => {
    const both = allOf(open(), keys, tokens);

    it("takes both, and the caller is who the first says", async () => {
      const headers = { "X-API-Key": KEY, Authorization: "Bearer token-of-buyer" };
      await call(serverWith(both), { headers });
      expect(created[0]?.principal).toEqual({ kind: "api_key", id: "agent" });
    });

    it.each([
      ["the second", { "X-API-Key": KEY }],
      ["the first", { Authorization: `Bearer ${TOKEN}` }],
      ["a right second", { "X-API-Key": KEY, Authorization: "Bearer no" }],
    ])("refuses without %s", async (_, headers) => {
      expectRefused(await call(serverWith(both), { headers }), 401, "unauthorized");
    });
  });
});

describe("a lookup of API keys", () => {
  it("gets a digest, never the key", async () => {
    const seen: string[] = [];
    const [, call] = TRANSPORTS[0]!;
    const lookup = (digest: string): Identity => {
      seen.push(digest);
      return { id: "agent", scopes: ["checkout"] };
    };
    await call(serverWith(apiKey({ lookup })), { headers: { "X-API-Key": KEY } });
    expect(seen).toEqual([expect.stringMatching(/^[\da-f]{64}$/)]);
    expect(created[0]?.principal).toEqual({ kind: "api_key", id: "agent", scopes: ["checkout"] });
  });
});

describe("a certificate (§5.2)", () => {
  const certificate = {
    subject: "CN=agent.example",
    issuer: "CN=authority",
    serialNumber: "01",
    fingerprint256: "AA:BB",
    raw: new Uint8Array(0),
  };
  const check = mtls(({ fingerprint256 }) =>
    fingerprint256 === "AA:BB" ? { id: "agent" } : undefined,
  );

  async function principalFor(fingerprint256: string | undefined) {
    const peerCertificate =
      fingerprint256 === undefined ? undefined : { ...certificate, fingerprint256 };
    const request = new Request("https://business.example.com/proto/v1/carts/cart_1", {
      headers: { "Proto-Agent": `profile="${WHOLE}"`, "Request-Id": "r", "Idempotency-Key": "k" },
    });
    return (await serverWith(check).answer(request, { peerCertificate })).status;
  }

  it("is known, another's, or not there", async () => {
    expect(await principalFor("AA:BB")).toBe(200);
    expect(await principalFor("AA:CC")).toBe(401);
    expect(await principalFor(undefined)).toBe(401);
  });
});

describe("rules that would let someone in by mistake", () => {
  it.each<readonly [string, () => unknown, RegExp]>([
    [
      "of an operation that there is not",
      () => serverWith({ default: open(), operations: { complete_chekout: keys } }),
      /unknown operation complete_chekout/,
    ],
    [
      "without a default",
      () => serverWith({ operations: {} } as unknown as AuthenticationRules),
      /default must be a check/,
    ],
    [
      "with a check that was not called",
      () => serverWith({ default: open(), operations: { get_cart: apiKey as unknown as Check } }),
      /get_cart must be a check/,
    ],
    [
      "with a check that is undefined",
      () =>
        serverWith({ default: open(), operations: { get_cart: undefined as unknown as Check } }),
      /get_cart must be a check/,
    ],
    ["with an empty key", () => apiKey({ keys: { agent: "" } }), /the key of agent/],
    [
      "with a key of two",
      () => apiKey({ keys: { a: KEY, b: KEY } }),
      /two clients share one API key/,
    ],
    ["with a realm that ends early", () => bearer(() => undefined, { realm: 'a"' }), /realm/],
  ])("are a TypeError: %s", (_, make, message) => {
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
    expect(make).not.toThrow(KEY);
  });

  it("are a compile error where the operations are known", () => {
    type Rules = AuthenticationRules<keyof Operations & string>;
    expectTypeOf<{ default: Check; operations: { get_cart: Check } }>().toExtend<Rules>();
    // @ts-expect-error: the operation is misspelt
    const misspelt: Rules = { default: open(), operations: { get_crat: keys } };
    expect(misspelt).toBeDefined();
  });
});

describe("secrets (structure)", () => {
  const directory = path.join(repository, "src/runtime/auth");

  it("are compared in one place, whose loop has no early end", () => {
    const source = readFileSync(path.join(directory, "../digest/sha256.ts"), "utf8");
    expect(source).toContain("difference |=");
    const [, loop = ""] = source.split("for (");
    expect(loop).not.toMatch(/break|&&|if \(/);
    const keysSource = readFileSync(path.join(directory, "api-key.ts"), "utf8");
    expect(keysSource).toContain("sameDigest(own, digest)");
    expect(keysSource).not.toMatch(
      /[!=]== (key|sent|digest)\b|\b(key|sent|digest) [!=]==(?! null)/,
    );
    expect(keysSource).not.toMatch(/break|\.find\(|\.includes\(|\.get\((?!HEADER)/);
  });

  it("never stand in the text of an error", () => {
    const files = readdirSync(directory, { recursive: true, encoding: "utf8" });
    for (const file of files.filter((each) => each.endsWith(".ts"))) {
      const source = readFileSync(path.join(directory, file), "utf8");
      expect(source, file).not.toMatch(/Error\([^)]*\$\{(key|sent|token|digest)\}/);
    }
  });
});

function expectNoSecrets(logged: readonly LogEntry[]): void {
  const everything = logged.map((entry) => [
    JSON.stringify(entry),
    entry.cause instanceof Error ? [entry.cause.message, entry.cause.stack].join() : "",
    JSON.stringify(Object.values(entry.cause ?? {})),
  ]);
  for (const secret of SECRETS) expect(String(everything)).not.toContain(secret);
}
