/**
 * A client of a tokenizer (§4.6): over sockets, and against tokenizers that answer what they like.
 * `TOKENIZATION_SEED` brings a random failure back; `TOKENIZATION_RUNS` makes it look longer.
 */

import { inspect } from "node:util";
import { ClientError } from "@proto-gen/runtime/client";
import type { Fetch, FetchInit } from "../../../src/runtime/client/send.js";
import { ProtocolError } from "@proto-gen/runtime/error";
import { serveNode } from "@proto-gen/runtime/node";
import type { LogEntry } from "@proto-gen/runtime/server";
import {
  createTokenizerClient,
  ttl,
  type TokenizerClient,
  type TokenizerClientOptions,
} from "@proto-gen/runtime/tokenization";
import { isCard } from "../../../src/runtime/tokenization/credential.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { httpsFetch } from "../../support/https-fetch.js";
import { localhostCertificate } from "../../../templates/mock/certificate.js";
import {
  BASE,
  BEARERS,
  BOUND_TO_BUSINESS,
  CARD,
  OWN,
  sampleTokenizer,
} from "../../support/sample-tokenizer.js";
import { propertyOptions } from "../../support/sizes.js";

const TOKEN = "tok_0123456789";
const JSON_TYPE = { "Content-Type": "application/json" };

/** What was sent, and an answer for each call; the last one again and again. */
function scripted(...answers: readonly (() => Response | Promise<Response>)[]) {
  const calls: { readonly url: string; readonly init: FetchInit }[] = [];
  const fetch: Fetch = async (url, init) => {
    calls.push({ url, init });
    const answer = answers[Math.min(calls.length, answers.length) - 1];
    return (answer as () => Response)();
  };
  return { calls, fetch };
}

function json(body: unknown, status = 200, headers: Record<string, string> = {}): () => Response {
  return () =>
    new Response(JSON.stringify(body), { status, headers: { ...JSON_TYPE, ...headers } });
}

function clientOf(fetch: Fetch, more: Partial<TokenizerClientOptions> = {}): TokenizerClient {
  return createTokenizerClient({ baseUrl: BASE, bearer: "b", fetch, ...more });
}

async function errorOf(work: Promise<unknown>): Promise<ClientError | ProtocolError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ClientError || error instanceof ProtocolError) return error;
  throw new Error(`expected an error of ours, found ${String(error)}`);
}

describe("a client of a tokenizer", () => {
  it("exchanges a card for a token and back, over TLS (§5.7)", async () => {
    const entries: LogEntry[] = [];
    const { key, cert } = await localhostCertificate(undefined);
    const tokenizer = sampleTokenizer(entries);
    const tls = { key, cert };
    const { port, close } = await serveNode(tokenizer, { port: 0, host: "127.0.0.1", tls });
    const protocols: (string | null)[] = [];
    const fetch = httpsFetch(cert, (protocol) => void protocols.push(protocol));
    const more = { baseUrl: `https://localhost:${port}/v1/`, fetch, development: true };
    try {
      const platform = createTokenizerClient({ ...more, bearer: BEARERS.platform });
      const business = createTokenizerClient({ ...more, bearer: () => BEARERS.business });
      const { type, token } = await platform.tokenize(CARD, BOUND_TO_BUSINESS);
      expect(type).toBe("token");
      const credential = await business.detokenize(token, OWN);
      expect(isCard(credential) && credential.number).toBe(CARD.number);
      expect(credential).toEqual(CARD);
      const again = await errorOf(business.detokenize(token, OWN));
      expect(again).toMatchObject({ name: "ProtocolError", code: "not_found" });
      const other = createTokenizerClient({ ...more, bearer: "nobody" });
      expect((await errorOf(other.detokenize(token, OWN))).code).toBe("unauthorized");
      expect(protocols).toEqual(["TLSv1.3", "TLSv1.3", "TLSv1.3", "TLSv1.3"]);
      expect(entries.map(({ operation, status }) => [operation, status])).toEqual([
        ["tokenize", 200],
        ["detokenize", 200],
        ["detokenize", 404],
        ["detokenize", 401],
      ]);
    } finally {
      await close({ timeoutMs: 0 });
    }
  });

  it("sends the members of §4.6 and the bearer, and follows nobody", async () => {
    const { calls, fetch } = scripted(json({ type: "token", token: TOKEN }));
    const extra = { ...BOUND_TO_BUSINESS, note: "not for you" };
    await clientOf(fetch).tokenize(CARD, extra);
    const [{ url, init } = { url: "", init: undefined }] = calls;
    expect(url).toBe(`${BASE}/tokenize`);
    expect(init).toMatchObject({ method: "POST", redirect: "manual" });
    expect(init?.headers).toMatchObject({ ...JSON_TYPE, Authorization: "Bearer b" });
    const sent: unknown = JSON.parse(new TextDecoder().decode(init?.body as Uint8Array));
    expect(sent).toEqual({ credential: CARD, binding: BOUND_TO_BUSINESS });
  });

  it.each([
    "http://tokenizer.example",
    "https://localhost",
    "https://127.0.0.1/v1",
    "https://user:pass@tokenizer.example",
    "https://tokenizer.example/?a=1",
    "https://tokenizer.example/#a",
    "ftp://tokenizer.example",
    "tokenizer.example",
    "",
  ])("is not made for the base URL %j (§5.7)", (baseUrl) => {
    expect(() => createTokenizerClient({ baseUrl })).toThrow(/^OPTIONS_INVALID/);
  });

  it("calls http in development alone", async () => {
    const { calls, fetch } = scripted(json({ type: "token", token: TOKEN }));
    const baseUrl = "http://localhost:8080/v1";
    await clientOf(fetch, { baseUrl, development: true }).tokenize(CARD, OWN);
    expect(calls[0]?.url).toBe(`${baseUrl}/tokenize`);
  });

  it("sends nothing that is not what §4.6 asks for", async () => {
    const { calls, fetch } = scripted(json({}));
    const client = clientOf(fetch);
    const circular: { type: string; self?: unknown } = { type: "other" };
    circular.self = circular;
    for (const credential of [undefined, {}, { type: 1 }, { type: "card" }, circular])
      expect((await errorOf(client.tokenize(credential as never, OWN))).code).toBe(
        "REQUEST_INVALID",
      );
    for (const binding of [{}, { checkout_id: "" }, { ...OWN, identity: {} }])
      for (const work of [
        client.tokenize(CARD, binding as never),
        client.detokenize(TOKEN, binding as never),
      ])
        expect((await errorOf(work)).code).toBe("REQUEST_INVALID");
    expect((await errorOf(client.detokenize("", OWN))).code).toBe("REQUEST_INVALID");
    const anonymous = clientOf(fetch, { bearer: undefined });
    expect((await errorOf(anonymous.detokenize(TOKEN, OWN))).code).toBe("OPTIONS_INVALID");
    expect(calls).toEqual([]);
  });

  it.each([
    ["a redirect", () => new Response(null, { status: 302, headers: { Location: "/" } })],
    ["another success", json({ type: "token", token: TOKEN, number: "1" }, 201)],
    ["nothing", () => new Response(null, { status: 200 })],
    ["text", () => new Response("{}", { headers: { "Content-Type": "text/plain" } })],
    ["broken JSON", () => new Response("{", { headers: JSON_TYPE })],
    ["a key twice", () => new Response('{"type":"card","type":"token"}', { headers: JSON_TYPE })],
    ["a list", json([])],
    ["no kind", json({ token: TOKEN, number: "4111111111111111" })],
    ["too much", json({ type: "card", number: "1", token: TOKEN, x: "a".repeat(70_000) })],
    ["a card without a number", json({ type: "card", token: 1 })],
    ["a card with a number that is one", json({ type: "card", number: 4111111111111111 })],
  ])("takes %s for no answer", async (_, answer) => {
    const client = clientOf(scripted(answer).fetch);
    for (const work of [client.tokenize(CARD, OWN), client.detokenize(TOKEN, OWN)])
      expect(await errorOf(work)).toMatchObject({ name: "ClientError", code: "ANSWER_INVALID" });
  });

  const broken = (): never => {
    throw new TypeError("fetch failed");
  };
  const silent = (): Promise<Response> => new Promise(() => {});

  it.each([
    ["no answer", broken, "NETWORK"],
    ["silence", silent, "TIMEOUT"],
    ["503", json({ code: "temporarily_unavailable" }, 503), "temporarily_unavailable"],
    ["500", json({ code: "internal_error" }, 500), "internal_error"],
    ["429", json({ code: "rate_limited" }, 429, { "Retry-After": "0" }), "rate_limited"],
  ])("makes detokenize of a single use once, whatever comes of it: %s", async (_, answer, code) => {
    const { calls, fetch } = scripted(answer);
    const client = clientOf(fetch, { timeoutMs: 300, retries: 2 });
    expect((await errorOf(client.detokenize(TOKEN, OWN))).code).toBe(code);
    expect(calls).toHaveLength(1);
  });

  it("makes tokenize again, and detokenize where a token is good for several uses", async () => {
    const made = scripted(broken, json({ type: "token", token: TOKEN }));
    expect((await clientOf(made.fetch).tokenize(CARD, OWN)).token).toBe(TOKEN);
    expect(made.calls).toHaveLength(2);
    for (const policy of ["ttl", "session"] as const) {
      const given = scripted(broken, json(CARD));
      expect(await clientOf(given.fetch, { policy }).detokenize(TOKEN, OWN)).toEqual(CARD);
      expect(given.calls).toHaveLength(2);
    }
  });

  it("renews a bearer that was refused, once", async () => {
    const refused = json({ code: "unauthorized", content: "x" }, 401);
    const { calls, fetch } = scripted(refused, json(CARD));
    const bearer = ({ refused: old }: { refused: string | undefined }) => (old ? "new" : "old");
    expect(await clientOf(fetch, { bearer }).detokenize(TOKEN, OWN)).toEqual(CARD);
    const sent = calls.map(({ init }) => init.headers["Authorization"]);
    expect(sent).toEqual(["Bearer old", "Bearer new"]);
    const never = scripted(refused);
    const error = await errorOf(clientOf(never.fetch, { bearer }).detokenize(TOKEN, OWN));
    expect([error.code, never.calls.length]).toEqual(["unauthorized", 2]);
  });

  it("ends when its caller says so", async () => {
    const controller = new AbortController();
    const work = clientOf(scripted(silent).fetch).tokenize(CARD, OWN, controller);
    controller.abort();
    expect((await errorOf(work)).code).toBe("ABORTED");
  });

  it("knows an error by its code, and by its status where the code is unknown (§7)", async () => {
    const known = await errorOf(
      clientOf(scripted(json({ code: "forbidden" }, 403)).fetch).tokenize(CARD, OWN),
    );
    expect(known).toMatchObject({ name: "ProtocolError", code: "forbidden", status: 403 });
    const unknown = await errorOf(
      clientOf(scripted(json({ code: "card_on_fire" }, 451)).fetch).tokenize(CARD, OWN),
    );
    expect(unknown).toMatchObject({ code: "invalid_request", received: { status: 451 } });
  });
});

/** Whatever repeats what it was sent: a tokenizer, what stands before it, a `fetch`. */
const ECHOES: readonly ((text: string) => Response)[] = [
  (text) => new Response(JSON.stringify({ code: text, content: text }), echoing(text, 400)),
  (text) => new Response(JSON.stringify({ code: "forbidden", content: text }), echoing(text, 403)),
  (text) => new Response(text, { status: 502, headers: { "Content-Type": "text/html" } }),
  (text) => new Response(text, { headers: { "Content-Type": `text/${text}` } }),
  (text) => new Response(`{"${text}":1,"${text}":2}`, { headers: JSON_TYPE }),
  (text) => new Response(JSON.stringify({ type: text.repeat(9) }), { headers: JSON_TYPE }),
  (text) => {
    const error = Object.assign(new Error(text), { code: text, body: text });
    throw Object.assign(error, { name: text, cause: new Error(text) });
  },
];

function echoing(text: string, status: number): ResponseInit {
  const headers = { ...JSON_TYPE, "WWW-Authenticate": text, "Retry-After": text, Allow: text };
  return { status, headers };
}

describe("an error of a client", () => {
  it("has no word of what was sent or received, whoever repeats it", async () => {
    const digits = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 13, maxLength: 19 })
      .map((each) => each.join(""));
    await fc.assert(
      fc.asyncProperty(digits, fc.constantFrom(...ECHOES), async (number, echo) => {
        const client = clientOf(async () => echo(number), { retries: 0, bearer: number });
        for (const work of [
          client.tokenize({ ...CARD, number }, { ...OWN, identity: { access_token: number } }),
          client.detokenize(number, { checkout_id: number }),
        ]) {
          const error = await errorOf(work);
          const shown = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error);
          expect(shown).not.toContain(number);
        }
      }),
      propertyOptions("TOKENIZATION", { quick: 50, full: 2_000 }),
    );
  });
});

it("serves a client whose policy is the handler's", async () => {
  const tokenizer = sampleTokenizer([], { policy: ttl() });
  const fetch: Fetch = (url, init) => tokenizer.fetch(new Request(url, init as RequestInit));
  const platform = clientOf(fetch, { bearer: BEARERS.platform });
  const business = clientOf(fetch, { bearer: BEARERS.business, policy: "ttl" });
  const { token } = await platform.tokenize(CARD, BOUND_TO_BUSINESS);
  expect(await business.detokenize(token, OWN)).toEqual(CARD);
  expect(await business.detokenize(token, OWN)).toEqual(CARD);
});
