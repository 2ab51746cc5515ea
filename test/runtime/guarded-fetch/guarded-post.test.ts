/** What the guarded post sends (§4.7), and what it makes of answers: the rules are those of the fetch. */

import type { RequestListener } from "node:http";
import { DocumentFetchError } from "@proto-gen/runtime/profile";
import { guardedPost } from "@proto-gen/runtime/guarded-fetch";
import { afterEach, describe, expect, it } from "vitest";
import { setTrap } from "../../support/trap.js";
import { listen, type Listening } from "../../support/webhook-parties.js";

const MESSAGE = {
  headers: [["Content-Type", "application/json"]],
  body: new TextEncoder().encode('{"a":"ü"}'),
} as const;

let running: Listening | undefined;

afterEach(() => running?.close());

async function at(listener: RequestListener): Promise<string> {
  running = await listen(listener);
  return `${running.origin}/hook?a=b`;
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const thrown: unknown = await work.catch((error: unknown) => error);
  return thrown instanceof DocumentFetchError ? thrown.code : `no refusal: ${String(thrown)}`;
}

describe("a post", () => {
  const post = guardedPost({ development: true, timeoutMs: 2_000 });

  it("sends the bytes and the fields as they are", async () => {
    const seen: unknown[] = [];
    const url = await at((request, response) => {
      const { method, url: target, headers } = request;
      seen.push(method, target, headers["content-type"], headers["content-length"]);
      request.on("data", (chunk: Buffer) => seen.push(chunk.toString()));
      request.on("end", () => response.writeHead(202, { "Retry-After": "1" }).end("any"));
    });
    const { status, headers } = await post(url, MESSAGE);
    expect([status, headers.get("retry-after"), headers.get("x")]).toEqual([202, "1", null]);
    expect(seen).toEqual(["POST", "/hook?a=b", "application/json", "10", '{"a":"ü"}']);
  });

  it("follows no redirect", async () => {
    const trap = await setTrap();
    const location = `http://127.0.0.1:${trap.port}/`;
    const url = await at((_request, response) => response.writeHead(307, { location }).end());
    expect((await post(url, MESSAGE)).status).toBe(307);
    expect(trap.connections()).toBe(0);
    await trap.close();
  });

  it("does not wait for the body of an answer", async () => {
    const url = await at((_request, response) => void response.writeHead(200).write("{"));
    expect((await post(url, MESSAGE)).status).toBe(200);
  });

  it("ends where no answer comes, and where the caller ends it", async () => {
    const url = await at(() => undefined);
    const quick = guardedPost({ development: true, timeoutMs: 50 });
    expect(await refusal(quick(url, MESSAGE))).toBe("TIMEOUT");
    const signal = AbortSignal.timeout(20);
    expect(await refusal(post(url, { ...MESSAGE, signal }))).toBe("ABORTED");
  });

  it("says that the connection broke", async () => {
    const url = await at((request) => request.socket.destroy());
    expect(await refusal(post(url, MESSAGE))).toBe("BROKEN_OFF");
  });

  it.each([
    ["http://agent.example/", "URL_REFUSED"],
    ["https://agent.example:8443/", "PORT_REFUSED"],
    ["https://169.254.169.254/", "ADDRESS_REFUSED"],
    ["https://inner.example/", "ADDRESS_REFUSED"],
  ])("is not sent to %s: %s", async (url, code) => {
    const guarded = guardedPost({ resolve: async () => ["10.0.0.1"] });
    expect(await refusal(guarded(url, MESSAGE))).toBe(code);
  });
});
