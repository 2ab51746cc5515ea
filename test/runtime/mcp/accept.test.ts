/** What a message over MCP is answered with: JSON, or a stream of events, by what its caller accepts (RFC 9110 §12.5.1). */

import { describe, expect, it } from "vitest";
import type { LogEntry } from "@proto-gen/runtime/server";
import { preferenceFor } from "../../../src/runtime/rest/media-type.js";
import { answerOf, callTool, metaOf, MCP_ERAS, type McpAnswer } from "../../support/mcp-call.js";
import { MCP_ENDPOINT, sampleServer } from "../../support/sample-business.js";

const JSON_TYPE = "application/json";
const STREAM = "text/event-stream";

const JSON_ANSWERS = [
  JSON_TYPE,
  "*/*",
  "",
  "application/*",
  "Application/JSON",
  "application/json; charset=utf-8",
  "application/json;q=0.1",
  "text/html, application/json;q=0.9, */*;q=0.8",
  "application/json, text/event-stream;q=0.5",
  "application/json, text/event-stream;q=0",
  'application/json;profile="a,text/event-stream"',
  "text/event-stream;q=0.1,*/*",
  "application/json, text/*",
  " , application/json ,",
] as const;

const STREAMS = [
  STREAM,
  "text/event-stream;q=0.2",
  "text/*",
  "application/json;q=0.5, text/event-stream",
  "application/json;q=0, */*",
  "application/json ; q=0.100 , text/event-stream ; q=0.101",
  "text/html, text/event-stream",
] as const;

const REFUSED = [
  "text/html",
  "application/jsonp",
  "application/json;q=0",
  "*/*;q=0",
  "application/json;q=0.0000",
  "application/json;q=2, text/event-stream;q=high",
  "application/xml, text/html;q=0.9",
  'text/html;title="a, application/json"',
] as const;

const server = sampleServer({ created: [], entries: [] });

function called(era: (typeof MCP_ERAS)[number], accept: string): Promise<McpAnswer> {
  const given = { meta: metaOf(), id: "checkout_1" };
  return callTool(server, "get_checkout", given, { era, headers: { Accept: accept } });
}

describe.each(MCP_ERAS)("a call in the era of %s", (era) => {
  it.each(JSON_ANSWERS)("is answered with JSON for Accept: %s", async (accept) => {
    const { status, headers, message } = await called(era, accept);
    expect([status, headers.get("content-type")]).toEqual([200, JSON_TYPE]);
    expect(message.result?.structuredContent).toMatchObject({ checkout: { id: "checkout_1" } });
  });

  it.each(STREAMS)("is answered with a stream for Accept: %s", async (accept) => {
    const { status, headers, message } = await called(era, accept);
    expect([status, headers.get("content-type")]).toEqual([200, STREAM]);
    expect(message.result?.structuredContent).toMatchObject({ checkout: { id: "checkout_1" } });
  });

  it.each(REFUSED)("is refused for Accept: %s", async (accept) => {
    const { status, headers, message } = await called(era, accept);
    expect([status, headers.get("content-type")]).toEqual([406, JSON_TYPE]);
    expect(message.error?.data).toEqual({
      code: "not_acceptable",
      content: "Accept must include application/json or text/event-stream.",
    });
  });

  it("is answered with either for both, as the library chooses", async () => {
    const { status, message } = await called(era, `${JSON_TYPE}, ${STREAM}`);
    expect([status, message.error]).toEqual([200, undefined]);
  });
});

/** A caller without the field: a Request of the platform would have one. */
async function withoutAccept(message: object): Promise<McpAnswer> {
  const body = new Request(MCP_ENDPOINT, { method: "POST", body: JSON.stringify(message) }).body;
  const headers = new Headers({ "Content-Type": JSON_TYPE });
  const answer = await server.answer({ method: "POST", url: MCP_ENDPOINT, headers, body });
  const { status, headers: given, body: bytes } = answer;
  return answerOf(
    new Response(bytes as Uint8Array<ArrayBuffer>, {
      status,
      headers: given as [string, string][],
    }),
  );
}

describe("without Accept", () => {
  it.each(["initialize", "tools/list", "ping"])("%s is answered with JSON", async (method) => {
    const params =
      method === "initialize"
        ? {
            protocolVersion: "2025-11-25",
            capabilities: {},
            clientInfo: { name: "a", version: "1" },
          }
        : {};
    const answer = await withoutAccept({ jsonrpc: "2.0", id: 7, method, params });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, JSON_TYPE]);
    expect(answer.message).toMatchObject({ id: 7, result: {} });
  });

  it("answers an error with JSON, too", async () => {
    const answer = await withoutAccept({ jsonrpc: "2.0", id: 7, method: "nothing/here" });
    expect(answer.message.error).toMatchObject({ code: -32601 });
    expect(answer.headers.get("content-type")).toBe(JSON_TYPE);
  });

  it("answers a notification with 202 and no body", async () => {
    const message = { jsonrpc: "2.0", method: "notifications/initialized" };
    expect(await withoutAccept(message)).toMatchObject({ status: 202, text: "" });
  });
});

it("logs why a request was refused", async () => {
  const entries: LogEntry[] = [];
  const logged = sampleServer({ created: [], entries });
  await callTool(logged, "get_checkout", {}, { headers: { Accept: "text/html" } });
  expect(entries).toMatchObject([{ status: 406, code: "not_acceptable" }]);
});

it("reads a long Accept in less than a second", () => {
  const started = performance.now();
  for (const each of ['"', "\\", '"\\', ";q=", ",", ";", " ", "q =\t"])
    preferenceFor(each.repeat(50_000), JSON_TYPE);
  expect(performance.now() - started).toBeLessThan(1_000);
});
