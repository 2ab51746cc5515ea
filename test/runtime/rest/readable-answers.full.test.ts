/**
 * What a server sends, the runtime's own strict parser reads as what the handler meant (RFC 7493 §2); what cannot be sent so is a 500,
 * whose log entry names the place. An id that no path can have is refused where it is made (§4.2).
 */

import { describe, expect, it } from "vitest";
import { ProtocolError } from "@proto-gen/runtime/error";
import { parseJson, parseJsonBytes, type JsonObject } from "@proto-gen/runtime/json";
import { createDiscovery, type ServerOptions } from "@proto-gen/runtime/server";
import { findUnwritable } from "../../../src/runtime/json/find-unwritable.js";
import { callTool, metaOf } from "../../support/mcp-call.js";
import {
  checkout,
  createOverRest,
  ORDERED,
  REST_ENDPOINT,
  sampleServer,
  WHOLE,
  type BusinessHandlers,
  type Witness,
} from "../../support/sample-business.js";

interface Told {
  readonly status: number;
  readonly body: JsonObject;
  /** Of the log entry. */
  readonly cause: string;
}

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { a: nested(depth - 1) };
}

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;

/** A server whose handler answers with these members, and what both transports answer. */
async function answersWith(members: object, options: Partial<ServerOptions> = {}) {
  const witness: Witness = { created: [], entries: [] };
  const createCheckout = () => ({ ...checkout, id: "checkout_1", ...members });
  const own = { createCheckout } as unknown as Partial<BusinessHandlers>;
  const server = sampleServer(witness, own, options);
  const rest = await createOverRest(server, "key-of-twenty-letters");
  const answer = new Uint8Array(await rest.arrayBuffer());
  const parameters = { meta: metaOf(WHOLE, crypto.randomUUID()), checkout: ORDERED };
  const mcp = await callTool(server, "create_checkout", parameters);
  const read = (text: string): JsonObject => parseJson(text, { safeNumbers: true }) as JsonObject;
  const causes = witness.entries.map(({ cause }) => String(cause));
  return {
    rest: {
      status: rest.status,
      body: parseJsonBytes(answer, { safeNumbers: true }) as JsonObject,
      cause: causes[0] ?? "",
    } satisfies Told,
    mcp: {
      status: mcp.status,
      body: read(jsonIn(mcp.text)),
      cause: causes[1] ?? "",
    } satisfies Told,
  };
}

/** The message, where it is framed as an event. */
function jsonIn(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replace(/^data: ?/, ""))
    .find((line) => line.startsWith("{")) as string;
}

const LONE = "half of a surrogate pair";

describe("a response that could not be read", () => {
  it.each<[string, unknown, string]>([
    ["a high surrogate", "a\ud83d", LONE],
    ["a low surrogate", "\ude00", LONE],
    ["surrogates in the wrong order", "\ude00\ud83d", LONE],
    ["a name with half of a pair", { "\ud83d": 1 }, LONE],
    ["a surrogate deep within", [{ a: ["\ud83d"] }], LONE],
    ["NaN", NaN, "NaN"],
    ["infinity", -Infinity, "-Infinity"],
    ["a number that readers take for another", 2 ** 53, "9007199254740992"],
    ["a large exponent", 1e300, "1e+300"],
    ["a bigint", 1n, "bigint"],
    ["a function", () => 1, "function"],
    ["a symbol", Symbol("a"), "symbol"],
    ["nothing in a list", [undefined], "undefined"],
    ["a hole in a list", Array(1), "undefined"],
    ["a date", new Date(0), "[object Date]"],
    ["a map", new Map([["a", 1]]), "[object Map]"],
    ["a promise", Promise.resolve(1), "[object Promise]"],
    ["a boxed string", Object("a"), "[object String]"],
    ["bytes", new Uint8Array(1), "[object Uint8Array]"],
    ["an error", new Error("a"), "[object Error]"],
    ["what writes itself otherwise", { toJSON: () => "\ud83d" }, "toJSON"],
    ["what is nested too deeply", nested(600), "nested too deeply"],
    ["what is in itself", cyclic, "in itself"],
  ])("is a 500 because of %s, and the log names the place", async (_, value, reason) => {
    const { rest, mcp } = await answersWith({ extra: value });
    expect(rest).toMatchObject({ status: 500, body: { code: "internal_error" } });
    expect(mcp.body).toMatchObject({ error: { data: { code: "internal_error" } } });
    for (const { cause } of [rest, mcp]) {
      expect(cause).toContain("the answer of create_checkout is not valid: $.extra");
      expect(cause).toContain(reason);
    }
  });

  it("is a 500 because of its size, and the log says so", async () => {
    const { rest, mcp } = await answersWith({ extra: "a".repeat(9_000_000) });
    expect(rest).toMatchObject({ status: 500, cause: expect.stringContaining("answerBytes") });
    expect(mcp.body).toMatchObject({ error: { data: { code: "internal_error" } } });
  });

  it("counts its JSON twice over MCP, which sends it twice", async () => {
    const { rest, mcp } = await answersWith({ extra: "a".repeat(5_000_000) });
    expect(rest.status).toBe(201);
    expect(mcp.cause).toContain("answerBytes");
  });

  it("is refused in a business outcome, too", async () => {
    const { BusinessOutcome } = await import("@proto-gen/runtime/error");
    const witness: Witness = { created: [], entries: [] };
    const message = { type: "error", code: "a", content: "\ud83d", severity: "unrecoverable" };
    const server = sampleServer(witness, {
      createCheckout: () => new BusinessOutcome([message as never]),
    });
    expect((await createOverRest(server, "key-of-twenty-letters")).status).toBe(500);
    expect(String(witness.entries[0]?.cause)).toContain("$.messages[0].content");
  });

  it("is no profile to publish", () => {
    expect(() => createDiscovery({ name: "\ud83d" })).toThrow("$.name");
  });
});

describe("a response that can be read", () => {
  it.each<[string, unknown, unknown]>([
    ["every other character", "\0\u2028\u{1f600}\uffff\u202e</script>", undefined],
    ["the text of an escape", "\\ud83d", undefined],
    ["a negative zero", -0, 0],
    ["the largest integers", [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER], undefined],
    ["a member that is undefined", { a: undefined, b: 1 }, { b: 1 }],
    ["a member that looks like a prototype", JSON.parse('{"__proto__":{"a":1}}'), undefined],
    ["an object without a prototype", Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    [
      "an instance of a class",
      new (class {
        a = 1;
      })(),
      { a: 1 },
    ],
    ["what is nested as deeply as is read", nested(500), undefined],
  ])("has %s", async (_, value, read = value) => {
    const { rest, mcp } = await answersWith({ extra: value });
    expect(rest.body["extra"]).toEqual(read);
    expect(mcp.body).toMatchObject({
      result: { structuredContent: { checkout: { extra: read } } },
    });
  });

  it("is an error with any content: short enough, and Unicode", async () => {
    const content = `\ud83d${"\0".repeat(100_000)}`;
    const witness: Witness = { created: [], entries: [] };
    const server = sampleServer(witness, {
      createCheckout() {
        throw new ProtocolError("invalid_request", { content });
      },
    });
    const rest = await createOverRest(server, "key-of-twenty-letters");
    const bytes = new Uint8Array(await rest.arrayBuffer());
    const { code, content: told } = parseJsonBytes(bytes) as { code: string; content: string };
    expect(code).toBe("invalid_request");
    expect(told).toMatch(/^\ufffd\0+…$/);
    const parameters = { meta: metaOf(WHOLE, crypto.randomUUID()), checkout: ORDERED };
    const { text } = await callTool(server, "create_checkout", parameters);
    expect(parseJson(jsonIn(text))).toMatchObject({ error: { message: told, data: { code } } });
    // No client reads more of an error.
    expect(Math.max(bytes.length, text.length)).toBeLessThan(65_536);
  });
});

it("names a value that cannot be written by its pointer", () => {
  expect(findUnwritable({ "a/b": [1, { "~": NaN }] })).toEqual({
    pointer: "/a~1b/1/~0",
    reason: "it is NaN",
  });
  expect(findUnwritable({ a: ["\u{1f600}", null, true, { b: undefined }] })).toBeUndefined();
});

describe("an id in a handler's result", () => {
  it.each(["shop://checkout/1", "a\\b", "100%", "%2F", "a b", "?#", "é\u{1f600}", "a/b/", "..."])(
    "may be %j, which names the checkout in a path",
    async (id) => {
      const { rest, mcp } = await answersWith({ id });
      expect([rest.body["id"], mcp.status]).toEqual([id, 200]);
      const witness: Witness = { created: [], entries: [] };
      const server = sampleServer(witness, { getCheckout: (asked) => ({ ...checkout, ...asked }) });
      const url = `${REST_ENDPOINT}/checkout-sessions/${encodeURIComponent(id)}`;
      const headers = { "Proto-Agent": `profile="${WHOLE}"`, "Request-Id": "request_1" };
      const answer = await server.fetch(new Request(url, { headers }));
      expect(await (answer as unknown as Response).json()).toMatchObject({ id });
    },
  );

  it.each(["", ".", "..", "a/../b", "..\\", "\0", "a\n", "\x7f", "\x85", "a".repeat(9_000)])(
    "may not be %j, since no path can have it",
    async (id) => {
      const { rest, mcp } = await answersWith({ id });
      expect([rest.status, mcp.body["error"] !== undefined]).toEqual([500, true]);
      for (const { cause } of [rest, mcp])
        expect(cause).toContain("$.id cannot be used in the path /checkout-sessions/{id}");
    },
  );

  it("is refused where it has half of a surrogate pair", async () => {
    const { rest } = await answersWith({ id: "\ud83d" });
    expect(rest).toMatchObject({ status: 500, cause: expect.stringContaining("$.id cannot be") });
  });
});
