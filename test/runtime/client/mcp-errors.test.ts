/** The words of errors over MCP (JSON-RPC 2.0 §5.1, §7): they reach the caller, printable and at most 1,000 characters. */

import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { ClientError } from "@proto-gen/runtime/client";
import { ProtocolError } from "@proto-gen/runtime/error";
import { mcp } from "@proto-gen/runtime/client/mcp";
import { answersOverMcp } from "../../support/mcp-answers.js";
import { connect, json, sample, scripted } from "../../support/sample-client.js";

async function thrownFor(answer: object, respond?: (message: object) => Response) {
  const { fetch } = scripted(answersOverMcp(answer, respond));
  const client = await connect<"mcp">({ fetch, transport: mcp, retries: 0 });
  return client.getCheckout({ id: "c" }).then(
    (value) => expect.unreachable(`it gave ${JSON.stringify(value)}`),
    (error: unknown) => error as ProtocolError | ClientError,
  );
}

function failing(data: unknown, message = "Invalid Request") {
  return { error: { code: -32600, message, data } };
}

function events(message: object): Response {
  const body = `event: message\ndata: ${JSON.stringify(message)}\n\n`;
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}

describe("the data of an error of JSON-RPC", () => {
  it.each<[string, unknown, string]>([
    ["a text", "Rate limit exceeded", "Rate limit exceeded"],
    ["a message", { message: "Too many calls" }, "Too many calls"],
    ["a detail", { detail: "Too many calls" }, "Too many calls"],
    ["the protocol's content", { content: "Too many calls", detail: "x" }, "Too many calls"],
    ["a title and a detail", { title: "Limit", detail: "10 a minute" }, "Limit: 10 a minute"],
    ["an error of OAuth", { error: "slow", error_description: "Wait." }, "slow: Wait."],
    ["an error inside", { error: { message: "Too many calls" } }, "Too many calls"],
    ["a list of texts", ["too many", "calls"], "too many; calls"],
    ["a list of errors", [{ message: "a" }, { message: "b" }], "a; b"],
    ["errors inside", { errors: [{ message: "a" }, { reason: "b" }] }, "a; b"],
    ["no known member", { retry_after: 30, limit: 100 }, "retry_after: 30, limit: 100"],
    ["a number", 429, "429"],
    ["null", null, "Invalid Request"],
    ["nothing", undefined, "Invalid Request"],
    ["an empty text", "", "Invalid Request"],
    ["an empty list", [], "Invalid Request"],
    ["an empty object", {}, "Invalid Request"],
    ["a line break", "a\r\nb\tc", "a\\u{d}\\u{a}b\\u{9}c"],
    ["a terminal's code", "\u001b[31mred", "\\u{1b}[31mred"],
    ["a direction mark", "abc\u202edef", "abc\\u{202e}def"],
    ["an emoji", "wait 🙂", "wait 🙂"],
  ])("reaches the caller with %s", async (_what, data, content) => {
    expect(await thrownFor(failing(data))).toMatchObject({ code: "invalid_request", content });
  });

  it("follows a message that says something", async () => {
    const { content } = await thrownFor(failing("10 a minute", "Rate limit exceeded"));
    expect(content).toBe("Rate limit exceeded: 10 a minute");
  });

  it("is not said twice", async () => {
    expect(await thrownFor(failing("Out of stock", "Out of stock"))).toMatchObject({
      content: "Out of stock",
    });
  });

  it.each([
    ["letters", "x".repeat(100_000)],
    ["controls", "\u0000".repeat(100_000)],
    ["emoji", "🙂".repeat(50_000)],
    ["a list", Array.from({ length: 10_000 }, (_, at) => `problem ${at}`)],
    [
      "an object",
      Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`m${at}`, "x".repeat(99)])),
    ],
    ["depth", Array.from({ length: 50 }).reduce<unknown>((inner) => ({ error: inner }), "deep")],
  ])("is cut to 1,000 characters: %s", async (_what, data) => {
    const { content } = await thrownFor(failing(data));
    expect(content.length).toBeLessThanOrEqual(1_000);
    expect(content).not.toMatch(/\p{Surrogate}/u);
    expect(content).not.toMatch(/[\u0000-\u001f]/);
  });

  it("is printable even if it comes in a stream with a lone surrogate", async () => {
    const { content } = await thrownFor(
      {},
      () =>
        new Response(
          'data: {"jsonrpc":"2.0","id":0,"error":{"code":-32600,"message":"no","data":"a\\ud800b"}}\n\n',
          { headers: { "Content-Type": "text/event-stream" } },
        ),
    );
    expect(content).not.toMatch(/\p{Surrogate}/u);
  });

  it.each([400, 429, 500])("reaches the caller with status %s, too", async (status) => {
    const error = await thrownFor(failing("Rate\nlimit exceeded"), (message) =>
      json(message, status),
    );
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error.content).toBe("Rate\\u{a}limit exceeded");
  });

  it("reaches the caller in a stream of events, too", async () => {
    expect(await thrownFor(failing("Rate limit exceeded"), events)).toMatchObject({
      content: "Rate limit exceeded",
    });
  });

  it("is in the error's answer, which no log has", async () => {
    const error = await thrownFor(failing({ message: "No.", trace: "secret-1" }));
    expect(error.answer).toMatchObject({ code: -32600, data: { trace: "secret-1" } });
    expect(inspect(error) + JSON.stringify(error)).not.toContain("secret-1");
  });
});

describe("an error of JSON-RPC", () => {
  it.each<[number, number, string]>([
    [200, -32700, "invalid_request"],
    [200, -32600, "invalid_request"],
    [200, -32602, "invalid_request"],
    [400, -32602, "invalid_request"],
    // The tool is missing, or the method: neither says that the resource is.
    [200, -32601, "unsupported_request"],
    [404, -32601, "unsupported_request"],
    [200, -32603, "internal_error"],
    [400, -32603, "internal_error"],
    // Servers have their own from -32099 to -32000; -32001 is any error of discovery (§7), and a timeout elsewhere.
    [200, -32000, "internal_error"],
    [200, -32001, "internal_error"],
    [200, -32099, "internal_error"],
    [200, 7, "internal_error"],
    [400, -32001, "invalid_request"],
    [403, -32000, "forbidden"],
    [429, -32000, "rate_limited"],
    [409, -32000, "conflict"],
    [404, -32000, "unsupported_request"],
  ])("has a code of the protocol for status %d and code %d", async (status, code, expected) => {
    const error = await thrownFor({ error: { code, message: "So it is." } }, (message) =>
      json(message, status),
    );
    expect(error).toMatchObject({
      code: expected,
      content: "So it is.",
      received: { code: String(code) },
    });
    if (status !== 200) expect(error).toMatchObject({ received: { status } });
  });

  it.each([200, 400, 403, 404, 409, 500])(
    "keeps the protocol's code and text with status %d",
    async (status) => {
      const data = { code: "profile_malformed", content: "No version." };
      const error = await thrownFor({ error: { code: -32001, message: "No.", data } }, (message) =>
        json(message, status),
      );
      expect(error).toMatchObject(data);
    },
  );

  it.each([200, 400, 409, 422])("keeps another's code and text at status %d", async (status) => {
    const data = { code: "no_quota", content: "None left." };
    const error = await thrownFor({ error: { code: -32000, message: "No.", data } }, (message) =>
      json(message, status),
    );
    expect(error).toMatchObject({ content: "None left.", received: { code: "no_quota" } });
  });
});

describe("a tool that failed", () => {
  it("says why in its text, printable and cut", async () => {
    const text = `No\n${"x".repeat(5_000)}`;
    const result = { isError: true, content: [{ type: "text", text }] };
    const { content, code, retry, answer } = await thrownFor({ result });
    // Of the protocol's codes it is none: whether the tool did anything, nobody has said.
    expect({ code, retry, answer }).toEqual({
      code: "ANSWER_INVALID",
      retry: false,
      answer: result,
    });
    expect(content).toMatch(/^No\\u\{a\}x+…$/);
    expect(content.length).toBe(1_000);
  });
});

describe("a result that is not what MCP says", () => {
  const odd = { structuredContent: sample, content: [{ type: "smell" }] };
  it.each<[string, ((message: object) => Response) | undefined]>([
    ["JSON", undefined],
    ["a stream of events", events],
  ])("is in the error's answer: %s", async (_what, respond) => {
    const error = await thrownFor({ result: odd }, respond);
    expect(error).toMatchObject({
      code: "ANSWER_INVALID",
      content: "The answer violates MCP.",
    });
    expect(error.answer).toEqual(sample);
    expect(inspect(error) + JSON.stringify(error)).not.toContain(sample.id);
  });
});
